/**
 * Pulls two published versions of a real server and writes what changed between them
 * to test/diff/real/. Installs them into temporary folders:
 * `npx tsx scripts/diff-real.ts`.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { run } from "../src/cli/run.js";

const name = "@modelcontextprotocol/server-filesystem";
const versions = ["2025.12.18", "2026.8.31"] as const;

/** Runs one command line in this process; what it prints on stdout. */
async function mcpgen(
  cwd: string,
  ...args: readonly string[]
): Promise<string> {
  let out = "";
  const code = await run([...args, "--cwd", cwd], {
    out: (text) => void (out += text),
    err: (text) => void process.stderr.write(text),
    colour: false,
    interactive: false,
  });
  if (code !== 0) throw new Error(`${args.join(" ")} ended with ${code}`);
  return out;
}

const folder = mkdtempSync(join(tmpdir(), "mcpgen-diff-real-"));
try {
  for (const version of versions) {
    const home = join(folder, version);
    mkdirSync(home);
    const options = ["--no-audit", "--no-fund", "--silent", "--prefix", home];
    execFileSync("npm", ["install", ...options, `${name}@${version}`], {
      stdio: "inherit",
    });
    const program = join(home, "node_modules", name, "dist/index.js");
    const command = `"${process.execPath}" "${program}" "${home}"`;
    await mcpgen(folder, "pull", "--command", command, "-o", `${version}.yaml`);
  }
  const [previous, current] = versions;
  const told = await mcpgen(
    folder,
    "diff",
    `${current}.yaml`,
    "--against",
    `${previous}.yaml`,
    "--format",
    "markdown",
  );
  const head = `# ${name} ${previous} → ${current}\n\nWritten by \`npx tsx scripts/diff-real.ts\`.\n\n`;
  const target = fileURLToPath(new URL("../test/diff/real/", import.meta.url));
  mkdirSync(target, { recursive: true });
  writeFileSync(join(target, "server-filesystem.md"), head + told);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
