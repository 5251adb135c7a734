import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build, type Plugin } from "esbuild";
import { project } from "../../test/support/project.js";
import { runNode } from "../../test/support/run.js";
import type { Library } from "./contenders.js";
import { peerServers } from "./programs/peer-servers.js";
import { wireTools } from "./tools.js";

/** What a program is: a server, a client that takes asks, one that calls once, or an import alone. */
export type Part = "server" | "worker" | "start";

const features = [
  "elicitation",
  "sampling",
  "roots",
  "logging",
  "completion",
  "subscribe",
  "caching",
];

/**
 * The programs of a run, each bundled the first time that it is asked for. Ours are
 * emitted from a manifest in a temporary folder and are one file each; the others import
 * their packages from where they are installed.
 */
export class Workspace {
  readonly #before: string | undefined;
  readonly #folder = mkdtempSync(join(tmpdir(), "mcpgen-bench-"));
  readonly #made = new Map<string, Promise<string>>();

  /** `before` is the folder of an earlier copy of this project, which the contender `before` is emitted by. */
  constructor(before?: string) {
    this.#before = before;
  }

  /** The path of a program; servers of ours are emitted for a number of tools. */
  async program(library: Library, part: Part, tools = 3): Promise<string> {
    const entry = entryOf(library, part);
    return this.#once(`${library} ${part} ${tools}`, () =>
      this.#bundle(library, entry, `${part}-${tools}`, tools),
    );
  }

  /** A program that imports what a user of the library would, and tells the CPU time of that in microseconds. */
  async importing(library: Library, name: string, source: string) {
    const entry = `${source}\nconst { user, system } = process.cpuUsage();\nprocess.stdout.write(String(user + system));`;
    return this.#once(name, () => this.#bundle(library, entry, name, 3));
  }

  /** Deletes everything that was made. */
  close(): void {
    rmSync(this.#folder, { recursive: true });
    for (const library of ["raw", "tmcp"] as const)
      rmSync(bundleFolder(library), { recursive: true, force: true });
  }

  async #once(key: string, make: () => Promise<string>): Promise<string> {
    const known = this.#made.get(key) ?? make();
    this.#made.set(key, known);
    return known;
  }

  async #bundle(
    library: Library,
    contents: string,
    name: string,
    tools: number,
  ): Promise<string> {
    const outfile = join(bundleFolder(library), library, `${name}.mjs`);
    const ours = library === "mcpgen" || library === "before";
    await build({
      stdin: { contents, resolveDir: project("bench/runtime/programs") },
      outfile,
      bundle: true,
      packages: "external",
      format: "esm",
      platform: "node",
      target: "node20",
      logLevel: "silent",
      plugins: ours ? [emittedFrom(await this.#emit(library, tools))] : [],
    });
    return outfile;
  }

  /** Builds the manifest of so many tools and gives the folder that its `out` is in. */
  async #emit(library: "mcpgen" | "before", tools: number): Promise<string> {
    return this.#once(`emit ${library} ${tools}`, async () => {
      const folder = join(this.#folder, `${library}-${tools}`);
      mkdirSync(folder);
      const manifest = {
        server: { name: "bench", version: "1.0.0" },
        features,
        tools: wireTools(tools),
      };
      writeFileSync(join(folder, "manifest.json"), JSON.stringify(manifest));
      const home = library === "before" ? this.#before : project();
      if (home === undefined) throw new Error("--before names no folder");
      const { code, stderr } = await runNode(
        [
          project("node_modules/tsx/dist/cli.mjs"),
          join(home, "src/cli/main.ts"),
          "build",
          "manifest.json",
        ],
        { cwd: folder },
      );
      if (code !== 0) throw new Error(stderr);
      return folder;
    });
  }
}

/** Bundles lie where their packages are found, and apart for each run. */
function bundleFolder(library: Library): string {
  const home =
    library === "tmcp" || library === "mcp-lite" ? "bench/peers" : ".";
  return project(home, "node_modules/.cache/mcpgen-bench", String(process.pid));
}

function entryOf(library: Library, part: Part): string {
  const file = library === "before" ? "mcpgen" : library;
  if (part === "worker")
    return `import { open } from "./${file}-client.js";\nimport { work } from "./worker.js";\nwork(open);`;
  if (part === "start")
    return `import { open } from "./${file}-client.js";\nimport { start } from "./start.js";\nawait start(open);`;
  return file === "tmcp" || file === "mcp-lite"
    ? peerServers[file]
    : `import "./${file}-server.js";`;
}

/** The names under which the programs import what is emitted lead into that folder. */
function emittedFrom(folder: string): Plugin {
  return {
    name: "emitted",
    setup({ onResolve }) {
      onResolve({ filter: /\/src\/runtime\/[\w-]+\.js$/ }, ({ path }) => ({
        path: join(folder, "out/runtime", fileOf(path)),
      }));
      onResolve({ filter: /^emitted\// }, ({ path }) => ({
        path: join(folder, "out/bench", fileOf(path)),
      }));
    },
  };
}

function fileOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1).replace(/\.js$/, ".ts");
}
