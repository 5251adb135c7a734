import type {
  ClientProfile,
  Profile,
  ServerProfile,
} from "../../runtime/profile.js";
import {
  code,
  identifier,
  jsdoc,
  joinCode,
  literal,
  typeProperty,
  type Code,
} from "../code.js";
import type { Contract } from "../contract.js";
import { compileDefinitions } from "../jsonschema/compile.js";
import { createNames } from "../names.js";
import {
  type Protocol,
  ProtocolError,
  type ProtocolMessage,
  type ProtocolRequest,
} from "../protocol/protocol.js";
import {
  clientProfile,
  type Need,
  serverProfile,
} from "../protocol/side-profiles.js";
import { pageWidth, width } from "../text-width.js";
import { hearsNews } from "./features-file.js";
import { createImports, type FileView, type Imports } from "./module.js";

/** `protocol.ts`: the types of the newest selected version, and the profiles of all, for each side. */
export function protocolFile(contract: Contract): FileView {
  const { use, print } = createImports(contract.manifest.importExtension);
  const newest = contract.protocols.at(-1) as Protocol;
  const definitions = compileDefinitions(newest.definitions, {
    names: createNames(ownNames),
    dialect: newest.dialect,
    container: newest.keyword,
  });
  const errors = definitions.problems.filter(
    ({ severity }) => severity === "error",
  );
  if (errors.length > 0) {
    const problems = errors.map(({ pointer, what }) => ({
      file: "schema.json" as const,
      pointer,
      what,
    }));
    throw new ProtocolError(newest.version, problems);
  }
  const typeOf = (definition: string): Code =>
    identifier(definitions.names.get(definition) ?? definition);
  const parts = [
    definitions.types,
    sharedTypes,
    protocolInterface(newest, typeOf),
    ...profiles(contract, use),
  ];
  return { imports: print(), body: joinCode(parts, "\n\n") };
}

/** What this file declares and imports beside the definitions: a version may call a definition so. */
const ownNames = [
  "Meta",
  "Params",
  "ClientProfile",
  "ServerProfile",
  "Protocol",
  "ToolContentBlock",
];

/** The name of a definition's type. */
type TypeOf = (definition: string) => Code;

const sharedTypes = code`/** One content block of a tool's result. */
export type ToolContentBlock = CallToolResult["content"][number];

type Meta = { readonly _meta?: { readonly [key: string]: unknown } };

/** Parameters as a caller states them: what \`_meta\` must hold, the runtime adds. */
type Params<P> = P extends object ? Omit<P, "_meta"> & Meta : Meta;`;

function protocolInterface(protocol: Protocol, typeOf: TypeOf): Code {
  const { clientRequests, serverRequests, serverNotifications } =
    protocol.methods;
  const params = (messages: readonly ProtocolMessage[]): Code[] =>
    messages.map((one) => paramsMember(one, typeOf));
  const results = (requests: readonly ProtocolRequest[]): Code[] =>
    requests.map((one) => resultMember(one, typeOf));
  const groups = [
    group("requests", params(clientRequests)),
    group("results", results(clientRequests)),
    group("notifications", params(serverNotifications)),
    group("inputRequests", params(serverRequests)),
    group("inputResults", results(serverRequests)),
  ];
  const doc = jsdoc([
    `The methods of protocol version ${protocol.version}: parameters and results.`,
  ]);
  return code`${doc}export interface Protocol {\n${joinCode(groups, "\n")}\n}`;
}

function group(name: string, members: readonly Code[]): Code {
  return code`  ${identifier(name)}: {\n${joinCode(members, "\n")}\n  };`;
}

function paramsMember(message: ProtocolMessage, typeOf: TypeOf): Code {
  const own = code`${typeOf(message.definition)}["params"]`;
  const stated = message.paramsRequired ? own : code`NonNullable<${own}>`;
  const type =
    message.params === undefined ? code`Meta` : code`Params<${stated}>`;
  return hang(code`    ${typeProperty(message.method)}:`, type);
}

function resultMember(request: ProtocolRequest, typeOf: TypeOf): Code {
  const key = code`    ${typeProperty(request.method)}:`;
  return hang(key, typeOf(request.result));
}

/** A member whose type moves to the next line where the line would be too long. */
function hang(key: Code, type: Code): Code {
  const long = width(key) + width(type) + 2 > pageWidth;
  // prettier breaks inside the type arguments, not after the colon
  if (!long) return code`${key} ${type};`;
  const open = type.indexOf("<") + 1;
  const [head, inner] = [type.slice(0, open), type.slice(open, -1)] as [
    Code,
    Code,
  ];
  return code`${key} ${head}\n      ${inner}\n    >;`;
}

/** A list for each side, so that a bundle of one does not carry the facts of the other. */
function profiles(contract: Contract, use: Imports["use"]): readonly Code[] {
  const asked = (need: Need): boolean => isAsked(contract, need);
  const ofServers = profileList(
    contract,
    "server",
    use("ServerProfile"),
    (one) => serverProfile(one, asked),
  );
  if (!contract.manifest.emit.client) return [ofServers];
  const ofClients = profileList(
    contract,
    "client",
    use("ClientProfile"),
    (one) => clientProfile(one, asked),
  );
  return [ofClients, ofServers];
}

function profileList(
  { protocols }: Contract,
  side: "client" | "server",
  type: Code,
  read: (profile: Profile) => ClientProfile | ServerProfile,
): Code {
  const doc = jsdoc([
    `What each selected protocol version can do, oldest first, as far as a ${side} reads it.`,
  ]);
  const items = protocols.map(
    ({ profile }) => code`  ${literal(read(profile), 1, 2)},`,
  );
  const name = identifier(`${side}Profiles`);
  return code`${doc}export const ${name}: readonly ${type}[] = [\n${joinCode(items, "\n")}\n];`;
}

function isAsked(contract: Contract, need: Need): boolean {
  const { features, transports } = contract.manifest;
  if (need === "http") return transports.includes("http");
  return need === "news" ? hearsNews(contract) : features.includes(need);
}
