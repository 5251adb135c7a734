import { code, identifier, joinCode, property, type Code } from "../code.js";
import type { Contract, ContractEntry, ContractTool } from "../contract.js";
import { print, type Doc } from "../jsonschema/layout.js";
import { generic, membersDoc } from "./declare.js";
import { dataField, rowsField } from "./fields.js";
import { serverEras, serverImports, listens } from "./server-imports.js";

/** `server.ts`: the handlers' types, the contract as data, and the function that joins both. */
export function serverFile(contract: Contract): {
  readonly imports: Code;
  readonly body: Code;
} {
  const parts = [
    code`export { reply, ToolError };`,
    contextTypes,
    handlersInterface(contract),
    ...handlerTypes(contract),
    contractConstant(contract),
    createFunction(identifier(contract.title)),
  ];
  return { imports: serverImports(contract), body: joinCode(parts, "\n\n") };
}

const contextTypes = code`/** What \`createApp\` gives. */
export type App = Awaited<ReturnType<typeof createApp>>;

/** What a handler can do beside answering. */
export interface Context extends RuntimeContext<App, Protocol> {}`;

/** The lists of a contract, and the emitted type that names one handler of each. */
const kinds = [
  { kind: "tools", handler: "Handler" },
  { kind: "prompts", handler: "PromptHandler" },
  { kind: "resources", handler: "ResourceHandler" },
  { kind: "resourceTemplates", handler: "TemplateHandler" },
] as const;

function handlersInterface(contract: Contract): Code {
  const types = {
    tools: contract.tools.map(toolHandler),
    prompts: contract.prompts.map(({ argumentsType }) =>
      generic(code`handlers.PromptHandler`, [
        code`types.${identifier(argumentsType)}`,
        code`GetPromptResult`,
        code`Context`,
      ]),
    ),
    resources: contract.resources.map(() =>
      generic(code`handlers.ResourceHandler`, [
        code`ReadResourceResult`,
        code`Context`,
      ]),
    ),
    resourceTemplates: contract.resourceTemplates.map(({ variablesType }) =>
      generic(code`handlers.TemplateHandler`, [
        code`types.${identifier(variablesType)}`,
        code`ReadResourceResult`,
        code`Context`,
      ]),
    ),
  };
  const members = kinds.map(({ kind }) => ({
    doc: [],
    key: identifier(kind),
    type: group(contract[kind], types[kind]),
  }));
  const body = print([code`export interface Handlers `, membersDoc(members)]);
  return code`/** Every handler, by the name on the wire. */\n${body}`;
}

function group(entries: readonly ContractEntry[], types: readonly Doc[]): Doc {
  return membersDoc(
    entries.map(({ name, doc }, index) => ({
      doc,
      key: property(name),
      type: types[index] as Doc,
    })),
  );
}

function toolHandler(tool: ContractTool): Doc {
  return generic(code`handlers.ToolHandler`, [
    code`types.${identifier(tool.input.filledName)}`,
    tool.output === undefined
      ? code`string | readonly ToolContentBlock[]`
      : code`types.${identifier(tool.output.name)}`,
    code`Context`,
  ]);
}

function handlerTypes(contract: Contract): readonly Code[] {
  return kinds
    .filter(({ kind }) => contract[kind].length > 0)
    .map(({ kind, handler }) => {
      const list = identifier(kind);
      const head = code`export type ${identifier(handler)}<Name extends keyof Handlers["${list}"]>`;
      return head.length + list.length + 21 > 80
        ? code`${head} =\n  Handlers["${list}"][Name];`
        : code`${head} = Handlers["${list}"][Name];`;
    });
}

function contractConstant(contract: Contract): Code {
  const { manifest } = contract;
  const { name, version, title, instructions, identify } = manifest.server;
  const info = { name, version, ...(title === undefined ? {} : { title }) };
  const has = (feature: "subscribe" | "logging") =>
    manifest.features.includes(feature);
  const eras = serverEras(contract).map(({ name: value }) => identifier(value));
  const members = [
    dataField("info", info, 1),
    ...(instructions === undefined
      ? []
      : [dataField("instructions", instructions, 1)]),
    dataField("identify", identify, 1),
    code`profiles,`,
    code`eras: [${joinCode(eras, ", ")}],`,
    ...(listens(contract) ? [code`listen,`] : []),
    ...rowsField("tools", "tool", contract.tools),
    ...rowsField("prompts", "prompt", contract.prompts),
    ...rowsField("resources", "resource", contract.resources),
    ...rowsField("resourceTemplates", "template", contract.resourceTemplates),
    dataField("cache", manifest.cache, 1),
    dataField("listChanged", manifest.listChanged, 1),
    dataField("validate", manifest.validate.server, 1),
    ...(has("subscribe") ? [code`subscribe: true,`] : []),
    ...(has("logging") ? [code`logging: true,`] : []),
  ];
  return code`const contract: ServerContract = {\n  ${joinCode(members, "\n  ")}\n};`;
}

function createFunction(title: Code): Code {
  return code`/** Makes the server; \`main.ts\`, \`linked\` or a host of your own connects it. */
export function create${title}Server(
  options: ServerOptions<Handlers, App, Protocol>,
): Server {
  return createServer(contract, options);
}`;
}
