import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { run } from "../src/cli/run.js";
import { realServers, type RealServer } from "./real-servers.js";

/**
 * Pulls servers from npm over stdio, builds their clients and type-checks them, and
 * prints a table for docs/pull.md: `npm run pull:real [package...]`. Needs the network;
 * no server gets a real key. Exits 1 when a server that was pulled does not build,
 * does not compile, or is not as it was at the second pull.
 */

const root = fileURLToPath(new URL("..", import.meta.url));

/** Servers at a time: while one is installed the others are checked. */
const lanes = 3;

const execute = promisify(execFile);

type Row = {
  readonly server: RealServer;
  readonly version: string;
  readonly pulled: string;
  readonly leftOut: number;
  readonly build: string;
  readonly compile: string;
  readonly again: string;
};

type Report = {
  readonly exitCode: number;
  readonly diagnostics: readonly {
    readonly severity: string;
    readonly code: string;
    readonly what: string;
  }[];
  readonly files: readonly { readonly counts: Record<string, number> }[];
};

async function mcpgen(
  folder: string,
  args: readonly string[],
): Promise<Report> {
  let stdout = "";
  await run([...args, "--json", "--cwd", folder], {
    out: (text) => (stdout += text),
    err: (text) => void process.stderr.write(text),
    colour: false,
    interactive: false,
  });
  return JSON.parse(stdout) as Report;
}

/** Installs a package and gives its version and the file that it starts with. */
async function install(folder: string, name: string) {
  await writeFile(join(folder, "package.json"), `{ "type": "module" }`);
  // No scripts of strangers, which mostly load browsers that no list needs.
  const flags =
    "--no-audit --no-fund --prefer-offline --ignore-scripts --loglevel error";
  await execute("npm", ["install", ...flags.split(" "), name], {
    cwd: folder,
    timeout: 120_000,
    killSignal: "SIGKILL",
  });
  const place = join(folder, "node_modules", name);
  const text = await readFile(join(place, "package.json"), "utf8");
  const { version, bin } = JSON.parse(text) as {
    version: string;
    bin: string | Record<string, string>;
  };
  const bins = typeof bin === "string" ? { [name]: bin } : bin;
  const own = bins[name.replace(/^.*\//, "")] ?? Object.values(bins)[0] ?? "";
  return { version, program: join(place, own) };
}

/** By the compiler that is written for the machine, for it is by far the fastest. */
async function typeCheck(folder: string, name: string): Promise<string> {
  const compiler = join(root, "node_modules/typescript-7/lib/tsc.js");
  const flags =
    "--noEmit --strict --exactOptionalPropertyTypes --noUncheckedIndexedAccess --module nodenext --target es2022 --lib es2022,dom --types node";
  const roots = ["--typeRoots", join(root, "node_modules/@types")];
  const words = [...flags.split(" "), ...roots, `out/${name}/client.ts`];
  try {
    await execute(process.execPath, [compiler, ...words], { cwd: folder });
    return "ok";
  } catch (error) {
    const { stdout } = error as { readonly stdout?: string };
    if (stdout === undefined) throw error;
    process.stderr.write(stdout.slice(0, 2000));
    const errors = stdout.split("\n").filter((line) => line.includes("error"));
    return `${errors.length} errors`;
  }
}

async function check(server: RealServer): Promise<Row> {
  const folder = await mkdtemp(join(tmpdir(), "mcpgen-real-"));
  const none = { pulled: "no", leftOut: 0, build: "", compile: "", again: "" };
  try {
    const { version, program } = await install(folder, server.name);
    await mkdir(join(folder, "files"));
    const words = [process.execPath, program, ...(server.args ?? [])];
    const command = words.map((word) => `"${word}"`).join(" ");
    const env = Object.entries(server.env ?? {}).flatMap(([name, value]) => [
      "--env",
      `${name}=${value}`,
    ]);
    const pull = ["pull", "--command", command, ...env, "--timeout", "90"];
    const first = await mcpgen(folder, pull);
    const counts = first.files[0]?.counts;
    if (counts === undefined) {
      const reason = first.diagnostics[0]?.what ?? "";
      return { server, version, ...none, pulled: reason.slice(0, 90) };
    }
    const built = await mcpgen(folder, ["build"]);
    const text = await readFile(join(folder, "manifest.yaml"), "utf8");
    const name = /^server:\n {2}name: (.+)$/m.exec(text)?.[1] ?? "";
    const again = await mcpgen(folder, [...pull, "--check"]);
    return {
      server,
      version,
      pulled: Object.values(counts).join(" / "),
      leftOut: first.diagnostics.filter(
        ({ code }) => code === "PULL_ENTRY_LEFT_OUT",
      ).length,
      build: built.exitCode === 0 ? "ok" : (built.diagnostics[0]?.code ?? "?"),
      compile: await typeCheck(folder, name.replaceAll('"', "")),
      again: again.exitCode === 0 ? "ok" : `exit ${again.exitCode}`,
    };
  } catch (error) {
    process.stderr.write(`${server.name}: ${String(error)}\n`);
    return { server, version: "?", ...none };
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

const wanted = process.argv.slice(2);
const chosen = realServers.filter(
  ({ name }) => wanted.length === 0 || wanted.includes(name),
);
let failed = 0;

function print(row: Row): void {
  const { server, version, pulled, leftOut, build, compile, again } = row;
  const steps = [build, compile, again];
  const cells = [server.name, version, pulled, leftOut, ...steps];
  console.log(`| ${cells.join(" | ")} |`);
  if (steps.some((step) => step !== "ok")) failed++;
}

// One iterator for all lanes, so that each server is taken once.
const waiting = chosen.values();
const rows: Row[] = [];
const lane = async (): Promise<void> => {
  for (const server of waiting) {
    const row = await check(server);
    process.stderr.write(`${server.name}: ${row.pulled}\n`);
    rows.push(row);
  }
};
await Promise.all(Array.from({ length: lanes }, lane));
console.log(
  "| package | version | tools / prompts / resources / templates | left out | build | tsc --strict | second pull |\n| --- | --- | --- | --- | --- | --- | --- |",
);
rows.sort((a, b) => chosen.indexOf(a.server) - chosen.indexOf(b.server));
rows.forEach(print);
console.log(`\n${chosen.length - failed} of ${chosen.length} servers`);
process.exitCode = failed === 0 ? 0 : 1;
