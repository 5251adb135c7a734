import { code, joinCode, type Code } from "../code.js";
import type { Contract } from "../contract.js";
import {
  group,
  ifBroken,
  join,
  line,
  nest,
  print,
  type Doc,
} from "../layout.js";
import { isProtected } from "./authorization.js";
import { createImports, type FileView, type Imports } from "./module.js";
import { foldersOf, relative } from "./paths.js";
import type { SymbolName } from "./symbols.js";

const hosts = { stdio: "serveStdio", http: "serveHttp" } as const;

/** The functions by which `main.ts` can serve. */
export function hostFunctions({ manifest }: Contract): readonly SymbolName[] {
  return manifest.transports.map((transport) => hosts[transport]);
}

/** `main.ts`: the program that runs the server under Node. */
export function mainFile(contract: Contract): FileView {
  const imports = createImports(contract.manifest.importExtension);
  const { use, useFrom } = imports;
  const folders = foldersOf(contract);
  const app = relative(folders.server, `${folders.handlers}/app`);
  const createApp = useFrom(app, "createApp");
  const create = useFrom("./server", `create${contract.title}Server`);
  const options = braces([
    use("handlers"),
    code`app: await ${createApp}()`,
    ...authMember(contract, imports),
  ]);
  const ways = joinCode(hostFunctions(contract).map(use), ", ");
  const server: Doc = [code`const server = ${create}(`, options, code`);`];
  return {
    body: code`${print(server)}
await ${use("serve")}(server, process.argv.slice(2), { ${ways} });`,
    imports: imports.print(),
  };
}

function authMember(contract: Contract, { useFrom }: Imports): readonly Code[] {
  if (!isProtected(contract)) return [];
  const folders = foldersOf(contract);
  const auth = relative(folders.server, `${folders.handlers}/auth`);
  return [code`auth: await ${useFrom(auth, "createAuth")}()`];
}

/** An object literal, one member a line where it is too long for one. */
function braces(members: readonly Code[]): Doc {
  const items = [line, join(members, [code`,`, line])];
  return group([code`{`, nest(items), ifBroken(code`,`), line, code`}`]);
}
