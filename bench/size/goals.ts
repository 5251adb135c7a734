import { bundleOurs, type OurApp } from "./ours.js";
import type { Role } from "./peers.js";

/** One of ours, beside the peers of its role. */
export type Entry = {
  readonly title: string;
  readonly role: Role;
  readonly app: OurApp;
  /** How much it may weigh, in bytes gzipped; undefined where nothing is asked of it. */
  readonly goal?: number;
};

const kB = 1000;

/** The core and the full of each side and transport. */
export const entries: readonly Entry[] = [
  entry("core", "client", "stdio", 4 * kB),
  entry("core", "client", "node http", 5 * kB),
  entry("core", "client", "fetch", 5 * kB),
  entry("core", "server", "stdio", 4 * kB),
  entry("core", "server", "node http", 5 * kB),
  entry("core", "server", "fetch", 5 * kB),
  entry("full", "client", "stdio", 12 * kB),
  entry("full", "client", "node http", 12 * kB),
  entry("full", "client", "fetch", 12 * kB),
  entry("full", "server", "stdio", 12 * kB),
  entry("full", "server", "node http", 12 * kB),
  entry("full", "server", "fetch", 12 * kB),
  entry("core", "facade", "stdio"),
  entry("core", "facade", "node http"),
  entry("full", "facade", "stdio"),
  entry("full", "facade", "node http"),
];

/** What a further tool may add, in bytes gzipped. */
export const furtherToolGoals: readonly Entry[] = [
  entry("core", "facade", "node http", 250),
  entry("core", "server", "node http", 600),
];

function entry(
  scope: OurApp["scope"],
  side: OurApp["side"],
  over: OurApp["over"],
  goal?: number,
): Entry {
  const kind = side === "server" ? "server" : "client";
  return {
    title: `${scope} ${over} ${side}`,
    role: `${over === "stdio" ? "stdio" : "HTTP"} ${kind}`,
    app: { scope, side, over },
    ...(goal !== undefined && { goal }),
  };
}

/** What a further tool adds, in bytes gzipped: ten of them, by difference. */
export async function weighFurtherTool(app: OurApp): Promise<number> {
  const one = await bundleOurs(app);
  const eleven = await bundleOurs({ ...app, tools: 11 });
  return (eleven.gzip - one.gzip) / 10;
}
