import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { run } from "../src/cli/run.js";
import { realServers, type RealServer } from "./real-servers.js";

/**
 * Pulls servers from npm over stdio, builds their clients and type-checks them, and
 * prints a table for docs/pull.md: `npm run pull:real [package...]`. Needs the network;
 * no server gets a real key. Exits 1 when a server that was pulled does not build,
 * does not compile, or is not as it was at the second pull.
 */

const root = fileURLToPath(new URL("..", import.meta.url));

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
  const flags = ["--no-audit", "--no-fund", "--prefer-offline", "--silent"];
  spawnSync("npm", ["install", ...flags, name], {
    cwd: folder,
    stdio: ["ignore", "ignore", "inherit"],
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

function typeCheck(folder: string, name: string): string {
  const compiler = join(root, "node_modules/typescript/lib/tsc.js");
  const flags =
    "--noEmit --strict --exactOptionalPropertyTypes --noUncheckedIndexedAccess --module nodenext --target es2022 --lib es2022,dom --types node";
  const { status, stdout } = spawnSync(
    process.execPath,
    [
      compiler,
      ...flags.split(" "),
      "--typeRoots",
      join(root, "node_modules/@types"),
      `out/${name}/client.ts`,
    ],
    { cwd: folder, encoding: "utf8" },
  );
  if (status === 0) return "ok";
  process.stderr.write(stdout.slice(0, 2000));
  return `${stdout.split("\n").filter((line) => line.includes("error")).length} errors`;
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
      compile: typeCheck(folder, name.replaceAll('"', "")),
      again: again.exitCode === 0 ? "ok" : `exit ${again.exitCode}`,
    };
  } catch (error) {
    return {
      server,
      version: "?",
      ...none,
      pulled: String(error).slice(0, 90),
    };
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

const wanted = process.argv.slice(2);
const chosen = realServers.filter(
  ({ name }) => wanted.length === 0 || wanted.includes(name),
);
console.log(
  "| package | version | tools / prompts / resources / templates | left out | build | tsc --strict | second pull |\n| --- | --- | --- | --- | --- | --- | --- |",
);
let failed = 0;
for (const server of chosen) {
  const row = await check(server);
  const cells = [
    row.server.name,
    row.version,
    row.pulled,
    row.leftOut,
    row.build,
    row.compile,
    row.again,
  ];
  console.log(`| ${cells.join(" | ")} |`);
  if ([row.build, row.compile, row.again].some((cell) => cell !== "ok"))
    failed++;
}
console.log(`\n${chosen.length - failed} of ${chosen.length} servers`);
process.exitCode = failed === 0 ? 0 : 1;
