import { code, identifier, joinCode, property, type Code } from "../code.js";
import type { Contract, ContractTool } from "../contract.js";
import { declareInterface, generic, membersDoc } from "./declare.js";
import { outputType } from "./descriptors-file.js";
import { imports, specifier, type Import } from "./module.js";

/** `client.ts`: the typed facade over the runtime's client. */
export function clientFile(contract: Contract): {
  readonly imports: Code;
  readonly body: Code;
} {
  const title = identifier(contract.title);
  const parts = [
    toolsInterface(title, contract),
    toolMap(title, contract),
    promptsInterface(title, contract),
    resourcesInterface(title, contract),
    clientInterface(title),
    connectFunction(title, contract),
  ];
  return { imports: clientImports(contract), body: joinCode(parts, "\n\n") };
}

function toolsInterface(title: Code, contract: Contract): Code {
  const members = contract.tools.map((tool) => ({
    doc: tool.doc,
    key: property(tool.identifier),
    type: generic(code`ToolCall`, [
      inputType(tool),
      outputType(tool),
      code`CallToolResult`,
    ]),
  }));
  return declareInterface("The tools.", code`${title}Tools`, members);
}

/** What `call` is typed by. */
function toolMap(title: Code, contract: Contract): Code {
  const members = contract.tools.map((tool) => ({
    doc: [],
    key: property(tool.name),
    type: membersDoc([
      { doc: [], key: code`input`, type: inputType(tool) },
      { doc: [], key: code`output`, type: outputType(tool) },
    ]),
  }));
  const doc = "Inputs and outputs by the tools' names on the wire.";
  return declareInterface(doc, code`${title}ToolMap`, members);
}

function inputType(tool: ContractTool): Code {
  return code`types.${identifier(tool.input.name)}`;
}

function promptsInterface(title: Code, contract: Contract): Code {
  const members = contract.prompts.map((prompt) => ({
    doc: prompt.doc,
    key: property(prompt.identifier),
    type: generic(code`PromptCall`, [
      code`types.${identifier(prompt.argumentsType)}`,
      code`GetPromptResult`,
    ]),
  }));
  return declareInterface("The prompts.", code`${title}Prompts`, members);
}

function resourcesInterface(title: Code, contract: Contract): Code {
  const resources = contract.resources.map((resource) => ({
    doc: resource.doc,
    key: property(resource.identifier),
    type: generic(code`ResourceCall`, [code`ReadResourceResult`]),
  }));
  const templates = contract.resourceTemplates.map((template) => ({
    doc: template.doc,
    key: property(template.identifier),
    type: generic(code`TemplateCall`, [
      code`types.${identifier(template.variablesType)}`,
      code`ReadResourceResult`,
    ]),
  }));
  const doc = "The resources and resource templates.";
  return declareInterface(doc, code`${title}Resources`, [
    ...resources,
    ...templates,
  ]);
}

function clientInterface(title: Code): Code {
  return code`/** A client connected to the server. */
export interface ${title}Client extends Client<Protocol> {
  readonly tools: ${title}Tools;
  readonly prompts: ${title}Prompts;
  readonly resources: ${title}Resources;
  /** Calls a tool by its name on the wire. */
  call<Name extends keyof ${title}ToolMap>(
    name: Name,
    input: ${title}ToolMap[Name]["input"],
    options?: CallOptions,
  ): Promise<${title}ToolMap[Name]["output"]>;
}`;
}

function connectFunction(title: Code, contract: Contract): Code {
  const { tools, prompts, resources, resourceTemplates } = contract;
  const groups = [
    facadeGroup("tools", tools),
    facadeGroup("prompts", prompts),
    facadeGroup("resources", [...resources, ...resourceTemplates]),
  ];
  return code`/** Connects to the server and agrees on a protocol version with it. */
export async function connect${title}(
  transport: Transport,
  options: ConnectOptions<Protocol> = {},
): Promise<${title}Client> {
  const client = await connect<Protocol>(transport, { features, ...options });
  return facade<${title}Client>(client, {
${joinCode(groups, "\n")}
  });
}`;
}

function facadeGroup(
  kind: string,
  entries: readonly {
    readonly identifier: string;
    readonly constant: string;
  }[],
): Code {
  if (entries.length === 0) return code`    ${identifier(kind)}: {},`;
  const members = entries.map(
    (entry) =>
      code`      ${property(entry.identifier)}: descriptors.${identifier(entry.constant)},`,
  );
  return code`    ${identifier(kind)}: {\n${joinCode(members, "\n")}\n    },`;
}

function clientImports(contract: Contract): Code {
  const { tools, prompts, resources, resourceTemplates } = contract;
  const at = (path: string) =>
    specifier(path, contract.manifest.importExtension);
  const readable = resources.length + resourceTemplates.length > 0;
  const runtime: Import = {
    from: at("../runtime/client"),
    typeOnly: false,
    names: [
      code`connect`,
      code`facade`,
      code`type CallOptions`,
      code`type Client`,
      code`type ConnectOptions`,
      ...(prompts.length > 0 ? [code`type PromptCall`] : []),
      ...(resources.length > 0 ? [code`type ResourceCall`] : []),
      ...(resourceTemplates.length > 0 ? [code`type TemplateCall`] : []),
      ...(tools.length > 0 ? [code`type ToolCall`] : []),
    ],
  };
  const bare = tools.some(({ output }) => output === undefined);
  const protocol: Import = {
    from: at("./protocol"),
    typeOnly: true,
    names: [
      ...(tools.length > 0 ? [code`CallToolResult`] : []),
      ...(prompts.length > 0 ? [code`GetPromptResult`] : []),
      code`Protocol`,
      ...(readable ? [code`ReadResourceResult`] : []),
      ...(bare ? [code`ToolContentBlock`] : []),
    ],
  };
  const any =
    tools.length +
      prompts.length +
      resources.length +
      resourceTemplates.length >
    0;
  const typed = tools.length + prompts.length + resourceTemplates.length > 0;
  return joinCode(
    [
      imports([
        runtime,
        {
          from: at("../runtime/transport"),
          names: [code`Transport`],
          typeOnly: true,
        },
        ...(bare
          ? [
              {
                from: at("../runtime/descriptor"),
                names: [code`Content`],
                typeOnly: true,
              },
            ]
          : []),
      ]),
      ...(any
        ? [code`import * as descriptors from ${at("./descriptors")};`]
        : []),
      imports([
        { from: at("./features"), names: [code`features`], typeOnly: false },
        protocol,
      ]),
      ...(typed ? [code`import type * as types from ${at("./types")};`] : []),
    ],
    "\n",
  );
}
