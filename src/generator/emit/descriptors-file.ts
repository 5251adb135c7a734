import {
  assigned,
  code,
  identifier,
  jsdoc,
  joinCode,
  literal,
  jsonMember,
  quote,
  type Code,
} from "../code.js";
import type {
  Contract,
  ContractPrompt,
  ContractResource,
  ContractTemplate,
  ContractTool,
} from "../contract.js";
import { pageWidth, width } from "../text-width.js";
import { declareMembers } from "./declare.js";
import { createImports, type FileView, type Imports } from "./module.js";

/** `descriptors.ts`: the constants that describe each tool, prompt, resource and template. */
export function descriptorsFile(contract: Contract): FileView {
  const imports = createImports(contract.manifest.importExtension);
  const { tools, prompts, resources, resourceTemplates } = contract;
  const constants = [
    ...tools.map((tool) => toolConstant(tool, imports)),
    ...prompts.map((prompt) => promptConstant(prompt, imports)),
    ...resources.map((resource) => resourceConstant(resource, imports)),
    ...resourceTemplates.map((template) => templateConstant(template, imports)),
  ];
  const body = joinCode(constants, "\n\n");
  return {
    imports: imports.print(),
    body: constants.length === 0 ? code`export {};` : body,
  };
}

/** What a plain call of the tool resolves to. */
export function outputType(tool: ContractTool, { use }: Imports): Code {
  return tool.output === undefined
    ? code`${use("Content")}<${use("ToolContentBlock")}>`
    : code`${use("types")}.${identifier(tool.output.name)}`;
}

function toolConstant(tool: ContractTool, imports: Imports): Code {
  const { use } = imports;
  const { input, output } = tool;
  const members = [
    code`kind: "tool",`,
    code`name: ${quote(tool.name)},`,
    validator("input", input.validatorName, use),
    ...(output ? [validator("output", output.validatorName, use)] : []),
    ...(output && tool.wrapped ? [code`wrapped: true,`] : []),
    ...(tool.headers.length > 0
      ? [code`headers: ${literal(tool.headers, 1, 11)},`]
      : []),
  ];
  const types = [
    code`${use("types")}.${identifier(input.name)}`,
    outputType(tool, imports),
  ];
  return constant(tool, use("Tool"), types, members);
}

function validator(key: string, name: string, use: Imports["use"]): Code {
  const value = code`${use("validators")}.${identifier(name)}`;
  return assigned(identifier(key), value, 1);
}

function promptConstant(prompt: ContractPrompt, { use }: Imports): Code {
  const types = [code`${use("types")}.${identifier(prompt.argumentsType)}`];
  const members = [code`kind: "prompt",`, code`name: ${quote(prompt.name)},`];
  return constant(prompt, use("Prompt"), types, members);
}

function resourceConstant(resource: ContractResource, { use }: Imports): Code {
  return constant(
    resource,
    use("Resource"),
    [],
    [
      code`kind: "resource",`,
      code`name: ${quote(resource.name)},`,
      code`uri: ${quote(resource.uri)},`,
    ],
  );
}

function templateConstant(template: ContractTemplate, { use }: Imports): Code {
  const types = [code`${use("types")}.${identifier(template.variablesType)}`];
  return constant(template, use("ResourceTemplate"), types, [
    code`kind: "template",`,
    code`name: ${quote(template.name)},`,
    jsonMember("uriTemplate", template.uriTemplate, 1),
  ]);
}

function constant(
  entry: { readonly constant: string; readonly doc: readonly string[] },
  type: Code,
  parameters: readonly Code[],
  members: readonly Code[],
): Code {
  const name = identifier(entry.constant);
  const inline =
    parameters.length === 0
      ? type
      : code`${type}<${joinCode(parameters, ", ")}>`;
  const lines = code`\n  ${joinCode(members, "\n  ")}`;
  const head = code`export const ${name}: ${inline} =`;
  const broken = code`export const ${name}: ${type}<\n  ${joinCode(parameters, ",\n  ")}\n> =`;
  // prettier breaks between two parameters, but never around one
  const whole =
    width(head) + 2 > pageWidth && parameters.length > 1
      ? code`${broken} {${lines}\n};`
      : declareMembers(head, lines);
  return code`${jsdoc(entry.doc)}${whole}`;
}
