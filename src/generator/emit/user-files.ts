import { code, identifier, quote, type Code } from "../code.js";
import type { Contract, ContractEntry } from "../contract.js";
import type { EntryKind } from "../manifest/manifest.js";
import type { UserExport, UserFile } from "../output-file.js";
import { pageWidth, width } from "../text-width.js";
import { isProtected } from "./authorization.js";
import { endings } from "./module.js";
import { foldersOf, relative } from "./paths.js";

/** What `server.ts` calls the type of each kind's handlers. */
const handlerTypes = {
  tools: "Handler",
  prompts: "PromptHandler",
  resources: "ResourceHandler",
  resourceTemplates: "TemplateHandler",
} as const satisfies { readonly [kind in EntryKind]: string };

/** The files that are the user's from the first build on: a handler for each entry, `app.ts`, and `auth.ts` where tokens are checked. */
export function userFiles(contract: Contract): readonly UserFile[] {
  const kinds = Object.keys(handlerTypes) as EntryKind[];
  const handlers = kinds.flatMap((kind) =>
    contract[kind].map((entry) => handlerFile(contract, kind, entry)),
  );
  const auth = isProtected(contract) ? [authFile(contract)] : [];
  return [...handlers, appFile(contract), ...auth];
}

function handlerFile(
  contract: Contract,
  kind: EntryKind,
  entry: ContractEntry,
): UserFile {
  const folders = foldersOf(contract);
  const path = `${folders.handlers}/${entry.handlerFile}.ts`;
  const folder = path.slice(0, path.lastIndexOf("/"));
  const server = relative(folder, `${folders.server}/server`);
  return userFile(path, {
    name: entry.handlerName,
    entry: `${kind}/${entry.name}`,
    type: {
      name: handlerTypes[kind],
      from: server + endings[contract.manifest.importExtension],
    },
    declare: (type) => declareHandler(entry, identifier(type)),
  });
}

function declareHandler(entry: ContractEntry, type: Code): Code {
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
  return code`${head}${parameters}) => {
  throw new Error(${error});
};
`;
}

function appFile(contract: Contract): UserFile {
  const { handlers } = foldersOf(contract);
  return userFile(`${handlers}/app.ts`, {
    name: "createApp",
    declare: () => code`/**
 * What every handler shares, such as a database pool or a clock. It is made once
 * when the server starts; handlers find it as \`context.app\`, and tests replace it.
 */
export async function createApp() {
  return {};
}
`,
  });
}

function authFile(contract: Contract): UserFile {
  const { handlers } = foldersOf(contract);
  const { out, importExtension } = contract.manifest;
  const path = `${handlers}/auth.ts`;
  const token = relative(handlers, `${out}/runtime/server-token`);
  return userFile(path, {
    name: "createAuth",
    type: { name: "VerifiedToken", from: token + endings[importExtension] },
    declare: (type) => code`/**
 * Whose tokens the server takes over HTTP. It is called once when the server starts.
 * Until \`verify\` is written, every token is refused.
 */
export function createAuth() {
  return {
    /** The server's public address, as clients know it; tokens must be issued for it. */
    resource: "http://127.0.0.1:3000/",
    /** The issuers of the authorization servers. */
    authorizationServers: ["https://login.example.com"],
    /** Gives what is known of a good token, and undefined for any other. */
    async verify(_token: string): Promise<${identifier(type)} | undefined> {
      throw new Error("verify in auth.ts is not written yet");
    },
  };
}
`,
  });
}

/** A file that holds nothing but what is asked of it. */
function userFile(path: string, wanted: UserExport): UserFile {
  const { type, declare } = wanted;
  const declaration = declare(type?.name ?? "");
  const text =
    type === undefined
      ? declaration
      : `${importType(type, type.name)}\n${declaration}`;
  return { path, text, owner: "user", export: wanted };
}

/** The statement that imports a type under a local name, with its line end. */
export function importType(
  { name, from }: NonNullable<UserExport["type"]>,
  local: string,
): Code {
  const own = identifier(name);
  const names = local === name ? own : code`${own} as ${identifier(local)}`;
  return code`import type { ${names} } from ${quote(from)};\n`;
}
