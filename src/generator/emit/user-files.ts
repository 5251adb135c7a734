import { code, identifier, quote, type Code } from "../code.js";
import type { Contract, ContractEntry } from "../contract.js";
import type { OutputFile } from "../output-file.js";
import { pageWidth, width } from "../text-width.js";
import { specifier } from "./module.js";
import { foldersOf, relative } from "./paths.js";

/** The files that are the user's from the first build on: a handler for each entry, and `app.ts`. */
export function userFiles(contract: Contract): readonly OutputFile[] {
  const { tools, prompts, resources, resourceTemplates } = contract;
  const skeletons = [
    ...tools.map((entry) => skeleton(contract, entry, code`Handler`)),
    ...prompts.map((entry) => skeleton(contract, entry, code`PromptHandler`)),
    ...resources.map((entry) =>
      skeleton(contract, entry, code`ResourceHandler`),
    ),
    ...resourceTemplates.map((entry) =>
      skeleton(contract, entry, code`TemplateHandler`),
    ),
  ];
  return [...skeletons, appFile(contract)];
}

function skeleton(
  contract: Contract,
  entry: ContractEntry,
  type: Code,
): OutputFile {
  const folders = foldersOf(contract);
  const path = `${folders.handlers}/${entry.handlerFile}.ts`;
  const folder = path.slice(0, path.lastIndexOf("/"));
  const server = specifier(
    relative(folder, `${folders.server}/server`),
    contract.manifest.importExtension,
  );
  const name = identifier(entry.handlerName);
  const key = quote(entry.name);
  const start = code`export const ${name}: ${type}<${key}> = async (`;
  const broken = code`export const ${name}: ${type}<\n  ${key}\n> = async (`;
  const head = width(start) > pageWidth ? broken : start;
  const oneLine = head === broken || width(start) + 22 <= pageWidth;
  const parameters = oneLine
    ? code`_input, _context`
    : code`\n  _input,\n  _context,\n`;
  const message = quote(`${entry.name} is not implemented yet`);
  const error =
    width(message) + 20 <= pageWidth ? message : code`\n    ${message},\n  `;
  const text = code`import type { ${type} } from ${server};

${head}${parameters}) => {
  throw new Error(${error});
};
`;
  return { path, text, owner: "user" };
}

function appFile(contract: Contract): OutputFile {
  const { handlers } = foldersOf(contract);
  const text = code`/**
 * What every handler shares, such as a database pool or a clock. It is made once
 * when the server starts; handlers find it as \`context.app\`, and tests replace it.
 */
export async function createApp() {
  return {};
}
`;
  return { path: `${handlers}/app.ts`, text, owner: "user" };
}
