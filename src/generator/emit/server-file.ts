import {
  code,
  identifier,
  joinCode,
  jsonMember,
  property,
  type Code,
} from "../code.js";
import type { Contract, ContractEntry } from "../contract.js";
import type { JsonObject } from "../json.js";
import { group, join, line, nest, print, type Doc } from "../layout.js";
import { entryKinds } from "../manifest/manifest.js";
import { isProtected, scopeFeature } from "./authorization.js";
import { declareInterface, generic, membersDoc } from "./declare.js";
import { eraCodecs, hasNews, hasTasks } from "./features-file.js";
import { httpServing } from "./http-serving.js";
import { contextParameters, modulesMembers, moduleTypes } from "./modules.js";
import {
  createImports,
  specifier,
  type Imports,
  type FileView,
} from "./module.js";
import { foldersOf, relative } from "./paths.js";
import { toolHandler } from "./tool-handler.js";

/** `server.ts`: the handlers' types, the contract as data, and the function that joins both. */
export function serverFile(contract: Contract): FileView {
  const imports = createImports(contract.manifest.importExtension);
  const parts = [
    reexports(contract),
    contextTypes(contract, imports),
    handlersInterface(contract, imports),
    ...handlerTypes(contract),
    ...moduleTypes(contract, imports),
    contractConstant(contract, imports),
    createFunction(contract, imports),
  ];
  return { body: joinCode(parts, "\n\n"), imports: imports.print() };
}

function reexports({ manifest }: Contract): Code {
  const at = (path: string) => specifier(path, manifest.importExtension);
  return code`export { ToolError } from ${at("../runtime/errors")};
export { reply } from ${at("../runtime/server-handlers")};`;
}

function contextTypes(contract: Contract, imports: Imports): Code {
  const { use, useFrom } = imports;
  const folders = foldersOf(contract);
  const app = relative(folders.server, `${folders.handlers}/app`);
  const createApp = useFrom(app, "createApp", "createApp", true);
  const bases: readonly Doc[] = [
    generic(use("RuntimeContext"), contextParameters(contract, use)),
    ...askingContexts(contract, imports),
  ];
  const context = extending(code`export interface Context`, bases);
  return code`/** What \`createApp\` gives. */
export type App = Awaited<ReturnType<typeof ${createApp}>>;
${authType(contract, imports)}
/** What a handler can do beside answering. */
${print([context, code` {}`])}${forms(contract, imports)}`;
}

/** The head of an interface, laid out as prettier does it. */
function extending(head: Code, bases: readonly Doc[]): Doc {
  const [only] = bases;
  if (only !== undefined && bases.length === 1)
    return [code`${head} extends `, only];
  // the clause moves to a line of its own first, then each base does
  const list = group(nest([line, join(bases, [code`,`, line])]));
  return group([head, nest([line, code`extends`, list])]);
}

/** The type of `context.auth`, where tokens are checked. */
function authType(contract: Contract, { use, useFrom }: Imports): Code {
  if (!isProtected(contract)) return code``;
  const folders = foldersOf(contract);
  const auth = relative(folders.server, `${folders.handlers}/auth`);
  const createAuth = useFrom(auth, "createAuth", "createAuth", true);
  return code`
/** What \`verify\` makes of a token. */
export type Auth = ${use("Verified")}<typeof ${createAuth}>;
`;
}

/** The members of `Context` that come with the features to ask a client. */
function askingContexts(contract: Contract, { use }: Imports): readonly Doc[] {
  if (askingFeature(contract).length === 0) return [];
  const { features } = contract.manifest;
  const named = contract.elicitations.length > 0;
  return [
    ...(features.includes("elicitation")
      ? [
          named
            ? generic(use("ElicitContext"), [code`Forms`])
            : use("ElicitContext"),
        ]
      : []),
    ...(features.includes("sampling")
      ? [generic(use("SampleContext"), [use("Protocol")])]
      : []),
    ...(features.includes("roots") ? [use("RootsContext")] : []),
    use("StepContext"),
    ...(hasTasks(contract) ? [use("TaskContext")] : []),
  ];
}

/** The contents of the manifest's forms, for \`context.elicit\`. */
function forms(contract: Contract, { use }: Imports): Code {
  if (contract.elicitations.length === 0 || !asksClients(contract)) {
    return code``;
  }
  const members = contract.elicitations.map(({ name, content }) => ({
    doc: [],
    key: property(name),
    type: code`${use("types")}.${identifier(content.name)}`,
  }));
  const doc = "What a filled-in form holds, by the form's name.";
  return code`\n\n${declareInterface(doc, code`Forms`, members)}`;
}

const handlerTypeNames = {
  tools: "Handler",
  prompts: "PromptHandler",
  resources: "ResourceHandler",
  resourceTemplates: "TemplateHandler",
} as const;

function handlersInterface(contract: Contract, imports: Imports): Code {
  const { use } = imports;
  const typed = (type: string) => code`${use("types")}.${identifier(type)}`;
  const handler = (name: string, parameters: readonly Code[]) =>
    generic(code`${use("runtime")}.${identifier(name)}`, [
      ...parameters,
      code`Context`,
    ]);
  const types = {
    tools: contract.tools.map((tool) => toolHandler(tool, imports)),
    prompts: contract.prompts.map(({ argumentsType }) =>
      handler("PromptHandler", [typed(argumentsType), use("GetPromptResult")]),
    ),
    resources: contract.resources.map(() =>
      handler("ResourceHandler", [use("ReadResourceResult")]),
    ),
    resourceTemplates: contract.resourceTemplates.map(({ variablesType }) =>
      handler("TemplateHandler", [
        typed(variablesType),
        use("ReadResourceResult"),
      ]),
    ),
  };
  const members = entryKinds.map((kind) => ({
    doc: [],
    key: identifier(kind),
    type: handlerGroup(contract[kind], types[kind]),
  }));
  const all = [...members, ...modulesMembers(contract, imports)];
  const body = print([code`export interface Handlers `, membersDoc(all)]);
  return code`/** Every handler, by the name on the wire. */\n${body}`;
}

function handlerGroup(
  entries: readonly ContractEntry[],
  types: readonly Doc[],
): Doc {
  return membersDoc(
    entries.map(({ name, doc }, index) => ({
      doc,
      key: property(name),
      type: types[index] as Doc,
    })),
  );
}

function handlerTypes(contract: Contract): readonly Code[] {
  return entryKinds
    .filter((kind) => contract[kind].length > 0)
    .map((kind) => {
      const name = identifier(handlerTypeNames[kind]);
      const list = identifier(kind);
      return code`export type ${name}<Name extends keyof Handlers["${list}"]> =
  Handlers["${list}"][Name];`;
    });
}

function contractConstant(contract: Contract, imports: Imports): Code {
  const { use } = imports;
  const { server, features, cache, listChanged, pageSize, validate } =
    contract.manifest;
  const { name, version, title, instructions, identify } = server;
  const info = { name, version, ...(title === undefined ? {} : { title }) };
  const eras = joinCode(eraCodecs(contract).map(use), ", ");
  const members = [
    jsonMember("info", info, 1),
    ...(instructions === undefined
      ? []
      : [jsonMember("instructions", instructions, 1)]),
    jsonMember("identify", identify, 1),
    code`profiles: ${use("serverProfiles")},`,
    code`eras: [${eras}],`,
    ...(listens(contract) ? [code`${use("listen")},`] : []),
    ...askingFeature(contract).map((name) => code`${use(name)},`),
    ...httpServing(contract).map((name) => code`${use(name)},`),
    ...scopeFeature(contract).map((name) => code`scopes: ${use(name)},`),
    ...(completes(contract) ? [code`${use("completion")},`] : []),
    code`...${use("catalogue")},`,
    ...elicitationsField(contract),
    jsonMember("cache", cache, 1),
    jsonMember("listChanged", listChanged, 1),
    ...(pageSize === undefined ? [] : [jsonMember("pageSize", pageSize, 1)]),
    jsonMember("validate", validate.server, 1),
    ...(features.includes("subscribe") ? [code`subscribe: true,`] : []),
    ...(features.includes("logging") ? [code`logging: true,`] : []),
  ];
  const type = use("ServerContract");
  return code`const contract: ${type} = {\n  ${joinCode(members, "\n  ")}\n};`;
}

function elicitationsField({ elicitations }: Contract): readonly Code[] {
  if (elicitations.length === 0) return [];
  const byName: JsonObject = Object.fromEntries(
    elicitations.map(({ name, message, requestedSchema }) => [
      name,
      { message, requestedSchema },
    ]),
  );
  return [jsonMember("elicitations", byName, 1)];
}

/** What runs handlers that may ask the client or outlive their call; tasks do both. */
export function askingFeature(
  contract: Contract,
): readonly ("asks" | "tasks")[] {
  if (hasTasks(contract)) return ["tasks"];
  return asksClients(contract) ? ["asks"] : [];
}

/** Whether handlers may ask the client something. */
export function asksClients({ manifest }: Contract): boolean {
  const asking = ["elicitation", "sampling", "roots"] as const;
  return asking.some((feature) => manifest.features.includes(feature));
}

/** Whether arguments can be completed. */
export function completes({ manifest }: Contract): boolean {
  return manifest.features.includes("completion");
}

/** Whether clients of a modern version may listen for changes. */
export function listens(contract: Contract): boolean {
  const modern = contract.protocols.some(({ era }) => era === "modern");
  return modern && (hasNews(contract) || hasTasks(contract));
}

function createFunction(contract: Contract, { use }: Imports): Code {
  const title = identifier(contract.title);
  const guarded = isProtected(contract);
  const options = guarded
    ? code`${use("ProtectedOptions")}<Handlers, App, ${use("Protocol")}, Auth>`
    : code`${use("ServerOptions")}<Handlers, App, ${use("Protocol")}>`;
  const given = guarded
    ? code`${use("protect")}(contract, options)`
    : code`options`;
  return code`/** Makes the server; \`main.ts\`, \`linked\` or a host of your own connects it. */
export function create${title}Server(
  options: ${options},
): ${use("Server")} {
  return ${use("createServer")}(contract, ${given});
}`;
}
