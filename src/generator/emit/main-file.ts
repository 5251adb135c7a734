import { code, joinCode } from "../code.js";
import type { Contract } from "../contract.js";
import { createImports, type FileView } from "./module.js";
import { foldersOf, relative } from "./paths.js";
import type { SymbolName } from "./symbols.js";

const hosts = { stdio: "serveStdio", http: "serveHttp" } as const;

/** The functions by which `main.ts` can serve. */
export function hostFunctions({ manifest }: Contract): readonly SymbolName[] {
  return manifest.transports.map((transport) => hosts[transport]);
}

/** `main.ts`: the program that runs the server under Node. */
export function mainFile(contract: Contract): FileView {
  const { use, useFrom, print } = createImports(
    contract.manifest.importExtension,
  );
  const folders = foldersOf(contract);
  const app = relative(folders.server, `${folders.handlers}/app`);
  const createApp = useFrom(app, "createApp");
  const create = useFrom("./server", `create${contract.title}Server`);
  const ways = joinCode(hostFunctions(contract).map(use), ", ");
  return {
    body: code`const server = ${create}({ ${use("handlers")}, app: await ${createApp}() });
await ${use("serve")}(server, process.argv.slice(2), { ${ways} });`,
    imports: print(),
  };
}
