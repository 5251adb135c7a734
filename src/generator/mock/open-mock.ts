import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { ts } from "ts-morph";
import { ToolError } from "../../runtime/errors.js";
import { serveHttp } from "../../runtime/node-http-server.js";
import { serve } from "../../runtime/node-main.js";
import type { Server } from "../../runtime/server.js";
import { serveStdio } from "../../runtime/stdio-server.js";
import { hasErrors, type Diagnostic } from "../diagnostic.js";
import type { GenerateContext } from "../generate.js";
import type { Manifest } from "../manifest/manifest.js";
import { pascalCase } from "../names.js";
import type { OutputFile } from "../output-file.js";
import { generateServer } from "../pipeline.js";
import { mockHandlers, type MockHandlers } from "./mock-handlers.js";

/** The command line of the emitted server, with made-up handlers; it leaves the process when it ends. */
export type ServeMock = (argv: readonly string[]) => Promise<void>;

type Create = (options: {
  readonly handlers: MockHandlers;
  readonly app: object;
}) => Server;

/**
 * Emits a manifest's server, loads it, and gives it handlers that make answers up from
 * `seed`, a whole number. Callers are validated whatever the manifest says; nobody needs
 * a token. Gives the diagnostics instead where the manifest does not build.
 */
export async function openMock(
  manifest: Manifest,
  context: GenerateContext,
  seed: number,
): Promise<ServeMock | readonly Diagnostic[]> {
  const served = servedManifest(manifest);
  const { files, diagnostics } = await generateServer(served, context);
  if (hasErrors(diagnostics)) return diagnostics;
  const create = await loadServer(served, files);
  const refuse = (text: string) => new ToolError(text);
  const server = create({
    handlers: mockHandlers(served, seed, refuse),
    app: {},
  });
  return (argv) => serve(server, argv, { serveStdio, serveHttp });
}

/** The manifest as a mock serves it: over every transport, strict, open to all. */
function servedManifest({ auth: _auth, ...manifest }: Manifest): Manifest {
  const end = { input: "error", output: "error" } as const;
  return {
    ...manifest,
    emit: { client: false, server: true, main: false, host: false },
    transports: ["stdio", "http"],
    importExtension: "js",
    format: "none",
    validate: { client: end, server: end },
  };
}

/** Loads the emitted server from a folder that is there only meanwhile, beside the runtime of mcpgen's own. */
async function loadServer(
  { server: { name }, out }: Manifest,
  files: readonly OutputFile[],
): Promise<Create> {
  const own = `${out}/${name}/`;
  const sources = files.filter(
    ({ path }) => path.startsWith(own) && path.endsWith(".ts"),
  );
  const folder = await mkdtemp(join(tmpdir(), "mcpgen-mock-"));
  try {
    const server = join(folder, "server");
    await mkdir(server);
    await writeFile(join(folder, "package.json"), '{"type":"module"}');
    await symlink(runtime, join(folder, "runtime"), "junction");
    await Promise.all(
      sources.map(({ path, text }) => {
        const { outputText } = ts.transpileModule(text, { compilerOptions });
        const file = basename(path).replace(/ts$/, "js");
        return writeFile(join(server, file), outputText);
      }),
    );
    const { href } = pathToFileURL(join(server, "server.js"));
    const module = (await import(href)) as Readonly<Record<string, unknown>>;
    return module[`create${pascalCase(name)}Server`] as Create;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const runtime = fileURLToPath(new URL("../../runtime/", import.meta.url));

const compilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  verbatimModuleSyntax: true,
};
