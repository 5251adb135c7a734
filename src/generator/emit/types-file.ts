import {
  code,
  identifier,
  indent,
  jsdoc,
  joinCode,
  quote,
  typeProperty,
  type Code,
} from "../code.js";
import type { Contract, Parameter } from "../contract.js";
import { declareMembers } from "./declare.js";
import type { FileView } from "./module.js";

/** The declarations of `types.ts`: what tools, prompts, templates and forms take and give. */
export function typesFile(contract: Contract): Omit<FileView, "imports"> {
  const tools = contract.tools.flatMap(({ input, output }) =>
    output === undefined ? [input.types] : [input.types, output.types],
  );
  const prompts = contract.prompts.map((prompt) =>
    parametersType(
      prompt.argumentsType,
      code`Arguments of the prompt ${quote(prompt.name)}.`,
      prompt.arguments,
    ),
  );
  const templates = contract.resourceTemplates.map((template) =>
    parametersType(
      template.variablesType,
      code`Variables of the resource template ${quote(template.name)}.`,
      template.variables,
    ),
  );
  const forms = contract.elicitations.map(({ content }) => content.types);
  const all = [...tools, ...prompts, ...templates, ...forms];
  return {
    body: all.length === 0 ? code`export {};` : joinCode(all, "\n\n"),
  };
}

function parametersType(
  name: string,
  summary: string,
  parameters: readonly Parameter[],
): Code {
  const head = code`export type ${identifier(name)} =`;
  const doc = jsdoc([summary]);
  if (parameters.length === 0)
    return code`${doc}${head} Record<string, never>;`;
  const members = parameters.map(({ name: key, required, list, doc }) => {
    const type = list ? code`string | readonly string[]` : code`string`;
    const end = required ? code`: ${type};` : code`?: ${type} | undefined;`;
    return indent(code`\n${jsdoc(doc)}${typeProperty(key)}${end}`);
  });
  return code`${doc}${declareMembers(head, joinCode(members, ""))}`;
}
