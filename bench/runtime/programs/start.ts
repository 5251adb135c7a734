import type { Era, Open } from "./session.js";

/** Starts a server, calls it once, says so on stdout, and ends: what a cold start takes. */
export async function start(open: Open): Promise<void> {
  const [era, ...args] = process.argv.slice(2);
  const session = await open({ kind: "stdio", args }, era as Era);
  await session.call("echo", { text: "x" });
  process.stdout.write("called\n");
  await session.close();
}
