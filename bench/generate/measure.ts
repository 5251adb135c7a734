import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { Readable } from "node:stream";
import { cache } from "./installation.js";

/** What a process took from its start to its end. */
export type Cost = {
  /** Milliseconds, user and system, of all its threads. */
  readonly cpu: number;
  /** MiB of memory at its peak. */
  readonly peak: number;
};

/**
 * Reports a process's own cost on descriptor 3 as it ends. Linux hands the peak of the
 * parent down to a child in `maxRSS`, so that of the status file is believed there.
 */
const probe = `process.on("exit", () => {
  const fs = require("node:fs");
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  let peak = maxRSS;
  try {
    peak = Number(/VmHWM:\\s*(\\d+)/.exec(fs.readFileSync("/proc/self/status", "utf8"))[1]);
  } catch {}
  fs.writeSync(3, JSON.stringify({ cpu: (userCPUTime + systemCPUTime) / 1000, peak: peak / 1024 }));
});
`;

/** Runs Node on the arguments in a folder. A process that fails gives what it wrote to stderr. */
export async function measure(
  args: readonly string[],
  cwd: string,
): Promise<Cost | string> {
  mkdirSync(cache, { recursive: true });
  const file = join(cache, "probe.cjs");
  writeFileSync(file, probe);
  const child = spawn(process.execPath, ["--require", file, ...args], {
    cwd,
    stdio: ["ignore", "ignore", "pipe", "pipe"],
  });
  const code = new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  const said = await Promise.all([
    text(child.stdio[3] as Readable),
    text(child.stderr as Readable),
  ]);
  if ((await code) !== 0) return said[1];
  return JSON.parse(said[0]) as Cost;
}
