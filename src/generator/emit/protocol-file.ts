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
import type {
  Protocol,
  ProtocolMessage,
  ProtocolRequest,
} from "../protocol/protocol.js";
import { pageWidth, width } from "../text-width.js";
import { createImports, type FileView } from "./module.js";

/** `protocol.ts`: the types of the newest selected version, and the profiles of all. */
export function protocolFile(contract: Contract): FileView {
  const { use, print } = createImports(contract.manifest.importExtension);
  const newest = contract.protocols.at(-1) as Protocol;
  const definitions = compileDefinitions(newest.definitions, {
    names: createNames(),
    dialect: newest.dialect,
    container: newest.keyword,
  });
  const [problem] = definitions.problems;
  if (problem !== undefined) {
    throw new Error(
      `schema/${newest.version}: ${problem.pointer} ${problem.what}; this is a bug in mcpgen`,
    );
  }
  const parts = [
    definitions.types,
    sharedTypes,
    protocolInterface(newest),
    profiles(contract.protocols, use("Profile")),
  ];
  return { imports: print(), body: joinCode(parts, "\n\n") };
}

const sharedTypes = code`/** One content block of a tool's result. */
export type ToolContentBlock = CallToolResult["content"][number];

type Meta = { readonly _meta?: { readonly [key: string]: unknown } };

/** Parameters as a caller states them: what \`_meta\` must hold, the runtime adds. */
type Params<P> = P extends object ? Omit<P, "_meta"> & Meta : Meta;`;

function protocolInterface(protocol: Protocol): Code {
  const { clientRequests, serverRequests, serverNotifications } =
    protocol.methods;
  const groups = [
    group("requests", clientRequests.map(paramsMember)),
    group("results", clientRequests.map(resultMember)),
    group("notifications", serverNotifications.map(paramsMember)),
    group("inputRequests", serverRequests.map(paramsMember)),
    group("inputResults", serverRequests.map(resultMember)),
  ];
  const doc = jsdoc([
    `The methods of protocol version ${protocol.version}: parameters and results.`,
  ]);
  return code`${doc}export interface Protocol {\n${joinCode(groups, "\n")}\n}`;
}

function group(name: string, members: readonly Code[]): Code {
  return code`  ${identifier(name)}: {\n${joinCode(members, "\n")}\n  };`;
}

function paramsMember(message: ProtocolMessage): Code {
  const own = code`${identifier(message.definition)}["params"]`;
  const stated = message.paramsRequired ? own : code`NonNullable<${own}>`;
  const type =
    message.params === undefined ? code`Meta` : code`Params<${stated}>`;
  return hang(code`    ${typeProperty(message.method)}:`, type);
}

function resultMember(request: ProtocolRequest): Code {
  const key = code`    ${typeProperty(request.method)}:`;
  return hang(key, identifier(request.result));
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

function profiles(protocols: readonly Protocol[], type: Code): Code {
  const doc = jsdoc([
    "What each selected protocol version can do, oldest first.",
  ]);
  const items = protocols.map(
    ({ profile }) => code`  ${literal(profile, 1, 2)},`,
  );
  return code`${doc}export const profiles: readonly ${type}[] = [\n${joinCode(items, "\n")}\n];`;
}
