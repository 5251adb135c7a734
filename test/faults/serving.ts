import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { onTestFinished } from "vitest";
import type { Strain, StrainClient } from "./strain.js";

export type Listening = {
  readonly url: string;
  readonly child: ChildProcess;
  /** Exit code and signal, when it has ended. */
  readonly exited: Promise<unknown>;
};

/** The server over HTTP in a process of its own, until the test ends. */
export async function listen(
  { program }: Strain,
  address = "127.0.0.1:0",
  env: { readonly MAX_SESSIONS?: string } = {},
): Promise<Listening> {
  const args = ["--expose-gc", program, "--http", address];
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const exited = once(child, "exit");
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await exited;
  });
  const lines = createInterface({ input: child.stderr });
  const [line] = (await once(lines, "line")) as [string];
  return { url: line.replace("Listening on ", ""), child, exited };
}

/** A client of it in one version, until the test ends. */
export async function connect(
  { connectStrain, nodeHttp }: Strain,
  url: string,
  version: string,
): Promise<StrainClient> {
  const client = await connectStrain(nodeHttp({ url }), {
    versions: [version],
  });
  onTestFinished(() => client.close());
  return client;
}

export const eras = ["modern", "legacy"] as const;

/** The newest version of each era. */
export const newest = { modern: "2026-07-28", legacy: "2025-11-25" };

export const MiB = 1024 * 1024;
