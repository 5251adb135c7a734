import {
  code,
  identifier,
  jsdoc,
  joinCode,
  literal,
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
import { imports, specifier } from "./module.js";

/** `descriptors.ts`: the constants that describe each tool, prompt, resource and template. */
export function descriptorsFile(contract: Contract): {
  readonly imports: Code;
  readonly body: Code;
} {
  const { tools, prompts, resources, resourceTemplates } = contract;
  const constants = [
    ...tools.map(toolConstant),
    ...prompts.map(promptConstant),
    ...resources.map(resourceConstant),
    ...resourceTemplates.map(templateConstant),
  ];
  const body = joinCode(constants, "\n\n");
  return {
    imports: joinCode(
      [descriptorImports(contract), ...moduleImports(contract)],
      "\n",
    ),
    body: constants.length === 0 ? code`export {};` : body,
  };
}

function descriptorImports(contract: Contract): Code {
  const bare = contract.tools.some(({ output }) => output === undefined);
  const names = [
    ...(bare ? [code`Content`] : []),
    ...(contract.prompts.length > 0 ? [code`Prompt`] : []),
    ...(contract.resources.length > 0 ? [code`Resource`] : []),
    ...(contract.resourceTemplates.length > 0 ? [code`ResourceTemplate`] : []),
    ...(contract.tools.length > 0 ? [code`Tool`] : []),
  ];
  const { importExtension } = contract.manifest;
  const from = specifier("../runtime/descriptor", importExtension);
  return imports([{ from, names, typeOnly: true }]);
}

function moduleImports(contract: Contract): readonly Code[] {
  const { tools, prompts, resourceTemplates, manifest } = contract;
  const at = (path: string) => specifier(path, manifest.importExtension);
  const bare = tools.some(({ output }) => output === undefined);
  const typed = tools.length + prompts.length + resourceTemplates.length > 0;
  return [
    ...(bare
      ? [code`import type { ToolContentBlock } from ${at("./protocol")};`]
      : []),
    ...(typed ? [code`import type * as types from ${at("./types")};`] : []),
    ...(tools.length > 0
      ? [code`import * as validators from ${at("./validators")};`]
      : []),
  ];
}

/** What a plain call of the tool resolves to. */
export function outputType(tool: ContractTool): Code {
  return tool.output === undefined
    ? code`Content<ToolContentBlock>`
    : code`types.${identifier(tool.output.name)}`;
}

function toolConstant(tool: ContractTool): Code {
  const { input, output } = tool;
  const members = [
    code`kind: "tool",`,
    code`name: ${quote(tool.name)},`,
    code`input: validators.${identifier(input.validatorName)},`,
    ...(output
      ? [code`output: validators.${identifier(output.validatorName)},`]
      : []),
    ...(output && tool.wrapped ? [code`wrapped: true,`] : []),
    ...(tool.headers.length > 0
      ? [code`headers: ${literal(tool.headers, 1, 11)},`]
      : []),
  ];
  const types = [code`types.${identifier(input.name)}`, outputType(tool)];
  return constant(tool, code`Tool`, types, members);
}

function promptConstant(prompt: ContractPrompt): Code {
  const types = [code`types.${identifier(prompt.argumentsType)}`];
  const members = [code`kind: "prompt",`, code`name: ${quote(prompt.name)},`];
  return constant(prompt, code`Prompt`, types, members);
}

function resourceConstant(resource: ContractResource): Code {
  return constant(
    resource,
    code`Resource`,
    [],
    [
      code`kind: "resource",`,
      code`name: ${quote(resource.name)},`,
      code`uri: ${quote(resource.uri)},`,
    ],
  );
}

function templateConstant(template: ContractTemplate): Code {
  const types = [code`types.${identifier(template.variablesType)}`];
  return constant(template, code`ResourceTemplate`, types, [
    code`kind: "template",`,
    code`name: ${quote(template.name)},`,
    code`uriTemplate: ${quote(template.uriTemplate)},`,
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
  const head = code`export const ${name}: ${inline} = {`;
  const broken = code`export const ${name}: ${type}<\n  ${joinCode(parameters, ",\n  ")}\n> = {`;
  const fits = head.length <= 80 || parameters.length === 0;
  const body = joinCode(members, "\n  ");
  return code`${jsdoc(entry.doc)}${fits ? head : broken}\n  ${body}\n};`;
}
