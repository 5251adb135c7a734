import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

/**
 * Builds the project in the folder given, with the library given, and dies, as by
 * `kill -9`, at one of its calls that change the disk: before it or, of a write, in
 * the middle. Without a `call` it prints how many there are.
 */
const [folder = "", library = "", call = "", half = ""] = process.argv.slice(2);
const at = Number(call || Infinity);
let calls = 0;

const changing = [
  "chmodSync",
  "linkSync",
  "mkdirSync",
  "renameSync",
  "rmSync",
  "rmdirSync",
  "writeFileSync",
] as const;

for (const name of changing) {
  const own = fs[name] as (...values: unknown[]) => unknown;
  Object.assign(fs, {
    [name]: (...values: unknown[]) => {
      calls += 1;
      if (calls === at) die(name, values);
      return own(...values);
    },
  });
}
syncBuiltinESMExports();

function die(name: string, [path, text]: unknown[]): void {
  if (half !== "" && name === "writeFileSync") {
    const bytes = Buffer.from(text as string);
    const file = fs.openSync(path as string, "w");
    fs.writeSync(file, bytes, 0, Math.floor(bytes.length / 2));
  }
  process.kill(process.pid, "SIGKILL");
}

const { build } = (await import(
  library
)) as typeof import("../../src/generator/index.js");
const { diagnostics } = await build({ cwd: folder });
const wrong = diagnostics.filter((one) => one.severity === "error");
if (wrong.length > 0) throw new Error(JSON.stringify(wrong));
console.log(calls);
