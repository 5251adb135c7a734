import { code, identifier, joinCode, type Code } from "../code.js";
import type { Contract } from "../contract.js";
import type { TransportName } from "../manifest/manifest.js";
import type { FeatureValue } from "./features-file.js";
import { imports, specifier } from "./module.js";
import { foldersOf, relative } from "./paths.js";

const hosts: { readonly [transport in TransportName]: FeatureValue } = {
  stdio: { name: "serveStdio", file: "stdio-server" },
  http: { name: "serveHttp", file: "node-http-server" },
};

/** The functions by which `main.ts` can serve. */
export function hostValues(contract: Contract): readonly FeatureValue[] {
  return contract.manifest.transports.map((transport) => hosts[transport]);
}

/** `main.ts`: the program that runs the server under Node. */
export function mainFile(contract: Contract): {
  readonly imports: Code;
  readonly body: Code;
} {
  const folders = foldersOf(contract);
  const at = (path: string) =>
    specifier(path, contract.manifest.importExtension);
  const app = relative(folders.server, `${folders.handlers}/app`);
  const values = hostValues(contract);
  const create = code`create${identifier(contract.title)}Server`;
  const value = (from: string, name: Code) => ({
    from: at(from),
    names: [name],
    typeOnly: false,
  });
  const names = joinCode(
    values.map(({ name }) => identifier(name)),
    ", ",
  );
  return {
    imports: imports([
      value(app, code`createApp`),
      value("../runtime/node-main", code`serve`),
      ...values.map(({ name, file }) =>
        value(`../runtime/${file}`, identifier(name)),
      ),
      value("./handlers", code`handlers`),
      value("./server", create),
    ]),
    body: code`const server = ${create}({ handlers, app: await createApp() });
await serve(server, process.argv.slice(2), { ${names} });`,
  };
}
