import {
  assigned,
  code,
  identifier,
  joinCode,
  property,
  type Code,
} from "../code.js";
import type { Contract, ContractTool, Parameter } from "../contract.js";
import { declareInterface, generic, membersDoc } from "./declare.js";
import { outputType } from "./descriptors-file.js";
import { hasTasks } from "./features-file.js";
import { createImports, type Imports, type FileView } from "./module.js";

/** `client.ts`: the typed facade over the runtime's client. */
export function clientFile(contract: Contract): FileView {
  const imports = createImports(contract.manifest.importExtension);
  const title = identifier(contract.title);
  const parts = [
    toolsInterface(title, contract, imports),
    toolMap(title, contract, imports),
    promptsInterface(title, contract, imports),
    resourcesInterface(title, contract, imports),
    ...completionsInterface(title, contract, imports),
    clientInterface(title, contract, imports),
    connectFunction(title, contract, imports),
  ];
  return { body: joinCode(parts, "\n\n"), imports: imports.print() };
}

function toolsInterface(
  title: Code,
  contract: Contract,
  imports: Imports,
): Code {
  const call = hasTasks(contract) ? "TaskToolCall" : "ToolCall";
  const members = contract.tools.map((tool) => ({
    doc: tool.doc,
    key: property(tool.identifier),
    type: generic(imports.use(call), [
      argument(tool.input.name, tool.input.omittable, imports),
      outputType(tool, imports),
      imports.use("CallToolResult"),
    ]),
  }));
  return declareInterface("The tools.", code`${title}Tools`, members);
}

/** What `call` is typed by. */
function toolMap(title: Code, contract: Contract, imports: Imports): Code {
  const members = contract.tools.map((tool) => ({
    doc: [],
    key: property(tool.name),
    type: membersDoc([
      { doc: [], key: code`input`, type: inputType(tool, imports) },
      { doc: [], key: code`output`, type: outputType(tool, imports) },
    ]),
  }));
  const doc = "Inputs and outputs by the tools' names on the wire.";
  return declareInterface(doc, code`${title}ToolMap`, members);
}

function inputType(tool: ContractTool, imports: Imports): Code {
  return code`${imports.use("types")}.${identifier(tool.input.name)}`;
}

/** What a call takes first. TypeScript lets a call leave out what may be `void`. */
function argument(type: string, omittable: boolean, { use }: Imports): Code {
  const name = code`${use("types")}.${identifier(type)}`;
  return omittable ? code`${name} | void` : name;
}

const isFree = (parameters: readonly Parameter[]): boolean =>
  parameters.every(({ required }) => !required);

function promptsInterface(
  title: Code,
  contract: Contract,
  imports: Imports,
): Code {
  const members = contract.prompts.map((prompt) => ({
    doc: prompt.doc,
    key: property(prompt.identifier),
    type: generic(imports.use("PromptCall"), [
      argument(prompt.argumentsType, isFree(prompt.arguments), imports),
      imports.use("GetPromptResult"),
    ]),
  }));
  return declareInterface("The prompts.", code`${title}Prompts`, members);
}

function resourcesInterface(
  title: Code,
  contract: Contract,
  imports: Imports,
): Code {
  const resources = contract.resources.map((resource) => ({
    doc: resource.doc,
    key: property(resource.identifier),
    type: generic(imports.use("ResourceCall"), [
      imports.use("ReadResourceResult"),
    ]),
  }));
  const templates = contract.resourceTemplates.map((template) => ({
    doc: template.doc,
    key: property(template.identifier),
    type: generic(imports.use("TemplateCall"), [
      argument(template.variablesType, isFree(template.variables), imports),
      imports.use("ReadResourceResult"),
    ]),
  }));
  const doc = "The resources and resource templates.";
  const members = [...resources, ...templates];
  return declareInterface(doc, code`${title}Resources`, members);
}

/** What `complete` is typed by. */
function completionsInterface(
  title: Code,
  contract: Contract,
  { use }: Imports,
): readonly Code[] {
  if (!contract.manifest.features.includes("completion")) return [];
  const typed = (
    entries: readonly { readonly name: string; readonly type: string }[],
  ) =>
    membersDoc(
      entries.map(({ name, type }) => ({
        doc: [],
        key: property(name),
        type: code`${use("types")}.${identifier(type)}`,
      })),
    );
  const prompts = contract.prompts
    .filter((prompt) => prompt.arguments.length > 0)
    .map(({ name, argumentsType: type }) => ({ name, type }));
  const templates = contract.resourceTemplates
    .filter(({ variables }) => variables.length > 0)
    .map(({ name, variablesType: type }) => ({ name, type }));
  const doc = "What can be completed, by the names on the wire.";
  return [
    declareInterface(doc, code`${title}Completions`, [
      { doc: [], key: code`prompts`, type: typed(prompts) },
      { doc: [], key: code`templates`, type: typed(templates) },
    ]),
  ];
}

function clientInterface(
  title: Code,
  { manifest }: Contract,
  { use }: Imports,
): Code {
  const complete = manifest.features.includes("completion")
    ? code`
  /** Offers values for an argument of a prompt or a variable of a resource template. */
  complete(
    request: ${use("CompletionRequest")}<${title}Completions>,
    options?: ${use("CallOptions")},
  ): Promise<${use("Completion")}>;`
    : code``;
  return code`/** A client connected to the server. */
export interface ${title}Client extends ${use("Client")}<${use("Protocol")}> {
  readonly tools: ${title}Tools;
  readonly prompts: ${title}Prompts;
  readonly resources: ${title}Resources;
  /** Calls a tool by its name on the wire. */
  call<Name extends keyof ${title}ToolMap>(
    name: Name,
    input: ${title}ToolMap[Name]["input"],
    options?: ${use("CallOptions")},
  ): Promise<${title}ToolMap[Name]["output"]>;${complete}
}`;
}

function connectFunction(
  title: Code,
  contract: Contract,
  imports: Imports,
): Code {
  const { use } = imports;
  const { tools, prompts, resources, resourceTemplates } = contract;
  const completes = contract.manifest.features.includes("completion");
  const groups = [
    ...(completes ? [code`    completion: ${use("clientCompletion")},`] : []),
    ...(hasTasks(contract) ? [code`    tasks: ${use("taskCalls")},`] : []),
    facadeGroup("tools", tools, imports),
    facadeGroup("prompts", prompts, imports),
    facadeGroup("resources", [...resources, ...resourceTemplates], imports),
  ];
  const protocol = use("Protocol");
  return code`/** Connects to the server and agrees on a protocol version with it. */
export async function connect${title}(
  transport: ${use("Transport")},
  options: ${use("ConnectOptions")}<${protocol}> = {},
): Promise<${title}Client> {
  const all = { ${use("features")}, ...options };
  const client = await ${use("connect")}<${protocol}>(transport, all);
  return ${use("facade")}<${title}Client>(client, {
${joinCode(groups, "\n")}
  });
}`;
}

type FacadeEntry = { readonly identifier: string; readonly constant: string };

function facadeGroup(
  kind: string,
  entries: readonly FacadeEntry[],
  { use }: Imports,
): Code {
  if (entries.length === 0) return code`    ${identifier(kind)}: {},`;
  const members = entries.map((entry) => {
    const constant = code`${use("descriptors")}.${identifier(entry.constant)}`;
    return code`      ${assigned(property(entry.identifier), constant, 3)}`;
  });
  return code`    ${identifier(kind)}: {\n${joinCode(members, "\n")}\n    },`;
}
