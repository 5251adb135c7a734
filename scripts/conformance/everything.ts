import { cp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build as bundle } from "esbuild";
import { parseDocument } from "yaml";
import { build, printDiagnostic } from "../../src/generator/index.js";
import { project } from "../../test/support/project.js";

/** Where the programs of `test/conformance` were built, each one file of JavaScript. */
export type Everything = {
  readonly folder: string;
  /** Serves on `--http HOST:PORT`. */
  readonly server: string;
  /** Plays the scenario that its environment names with the server whose URL it is given. */
  readonly client: string;
};

const server = { source: "out/everything/main.ts", outfile: "server.mjs" };
const client = { source: "client.ts", outfile: "client.mjs" };
/** The programs of the project, and what each is bundled to. */
export const programs = [server, client];

/** Builds the everything server and client in `folder`, as a user would; `tool` joins the manifest. */
export async function buildEverything(
  folder: string,
  tool: object,
): Promise<Everything> {
  await rm(folder, { recursive: true, force: true });
  await cp(project("test/conformance"), folder, { recursive: true });
  const manifest = join(folder, "manifest.yaml");
  const document = parseDocument(await readFile(manifest, "utf8"));
  document.addIn(["tools"], tool);
  await writeFile(manifest, document.toString());
  const { diagnostics, files } = await build({
    cwd: folder,
    manifests: ["manifest.yaml", "client.yaml"],
  });
  const missing = files.filter(
    ({ owner, action }) => owner === "user" && action === "created",
  );
  const faults = [
    ...diagnostics.map(printDiagnostic),
    ...missing.map(({ path }) => `test/conformance/${path} is missing`),
  ];
  if (faults.length > 0) throw new Error(faults.join("\n"));
  await Promise.all(
    programs.map(({ source, outfile }) =>
      bundle({
        absWorkingDir: folder,
        entryPoints: [source],
        outfile,
        bundle: true,
        platform: "node",
        target: "node20",
        format: "esm",
        logLevel: "silent",
      }),
    ),
  );
  return { folder, server: server.outfile, client: client.outfile };
}
