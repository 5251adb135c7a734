import { installed } from "../installed.js";
import type { Era } from "./programs/session.js";

/** Whose program it is: `raw` does by hand what the wire demands and nothing else. */
export type Library =
  "raw" | "mcpgen" | "before" | "sdk1" | "sdk2" | "tmcp" | "mcp-lite";

export type Transport = "stdio" | "http";

/** Which side is the contender's own; the other one is raw. */
export type Side = "client" | "server" | "both";

/** A pair of a client and a server that takes its turns in a race. */
export type Lane = {
  readonly name: string;
  readonly client: Library;
  readonly server: Library;
  readonly era: Era;
};

type Contender = {
  readonly eras: readonly Era[];
  readonly hasClient: boolean;
  /** Its client can find out by itself which era a server is of. */
  readonly findsOut?: boolean;
  readonly transports: readonly Transport[];
  /** The package, where it is none of the project's own. */
  readonly peer?: string;
};

const both = ["stdio", "http"] as const;
const complete = { hasClient: true, transports: both };

const contenders: Readonly<Record<Library, Contender>> = {
  raw: { ...complete, eras: ["legacy", "modern"] },
  mcpgen: { ...complete, eras: ["legacy", "modern"], findsOut: true },
  before: { ...complete, eras: ["legacy", "modern"], findsOut: true },
  sdk1: { ...complete, eras: ["legacy"] },
  sdk2: { ...complete, eras: ["legacy", "modern"], findsOut: true },
  tmcp: {
    eras: ["legacy"],
    hasClient: false,
    transports: both,
    peer: "tmcp",
  },
  "mcp-lite": {
    eras: ["legacy"],
    hasClient: false,
    transports: ["http"],
    peer: "mcp-lite",
  },
};

export const libraries = Object.keys(contenders) as readonly Library[];

/** Whether what the library's programs import is there. */
export function isInstalled(library: Library): boolean {
  const { peer } = contenders[library];
  return peer === undefined || installed(peer) !== undefined;
}

/** The pairs that race, in the order of the tables; `both` pairs a server that has no client with the raw one. */
export function lanesOf(
  chosen: readonly Library[],
  transport: Transport,
  side: Side,
): readonly Lane[] {
  return chosen.flatMap((library) => {
    const { eras, hasClient, transports } = contenders[library];
    if (!transports.includes(transport)) return [];
    if (side === "client" && !hasClient) return [];
    return eras.map((era) => ({
      name: `${library} ${era}`,
      client: side === "server" || !hasClient ? "raw" : library,
      server: side === "client" ? "raw" : library,
      era,
    }));
  });
}

/** The lanes of clients that find out by themselves which era the server is of. */
export function findingLanes(chosen: readonly Library[]): readonly Lane[] {
  return chosen
    .filter((library) => contenders[library].findsOut)
    .map((library) => ({
      name: `${library} auto`,
      client: library,
      server: library,
      era: "auto",
    }));
}
