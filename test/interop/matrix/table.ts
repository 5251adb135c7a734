import { profileOf, profiles } from "../../runtime/profiles.js";

/** Who made a client or a server: this project, or the official libraries of either generation. */
export type Maker = "ours" | "first" | "second";

export type Way = "stdio" | "http" | "sse";

/** One cell: a client that speaks to a server in some way, in one version. */
export type Cell = {
  readonly client: Maker;
  readonly server: Maker;
  readonly way: Way;
  /** What is spoken. */
  readonly version: string;
  /** Whether one side insists on it, or both offer all that they have. */
  readonly pinned: boolean;
  /** Why there is no such cell. */
  readonly missing: string | undefined;
};

const makers: readonly Maker[] = ["ours", "first", "second"];
const ways: readonly Way[] = ["stdio", "http", "sse"];
export const versions = profiles.map(({ version }) => version);
const oldest = versions[0];
const newest = versions.at(-1);

/** Why two makers do not speak a version in some way. */
function whyNot(
  client: Maker,
  server: Maker,
  way: Way,
  version: string,
): string | undefined {
  if (version === newest && (client === "first" || server === "first"))
    return "the first generation does not speak it";
  if (way === "http" && version === oldest)
    return "the version has no Streamable HTTP";
  // What it carries is agreed on by initialize, as on every other way.
  if (way === "sse" && version === newest) return "the version has no HTTP+SSE";
  if (way === "sse" && server === "second")
    return "the second generation serves no HTTP+SSE";
  if (way === "sse" && server === "ours") return "HTTP+SSE is being built";
  return undefined;
}

/** Every client with every server in every way and version, where one of the two is ours. */
export const cells: readonly Cell[] = makers.flatMap((client) =>
  makers.flatMap((server) =>
    client === "ours" || server === "ours"
      ? ways.flatMap((way) => cellsOf(client, server, way))
      : [],
  ),
);

function cellsOf(client: Maker, server: Maker, way: Way): readonly Cell[] {
  const pinned = versions.map((version) => ({
    ...{ client, server, way, version, pinned: true },
    missing: whyNot(client, server, way, version),
  }));
  const best = pinned.filter(({ missing }) => missing === undefined).at(-1);
  return best === undefined ? pinned : [...pinned, { ...best, pinned: false }];
}

/** Why a step cannot be taken in a cell that is there. */
export function withoutStep(cell: Cell, step: string): string | undefined {
  const profile = profileOf(cell.version);
  if (step === "elicits" && profile.elicitationModes.length === 0)
    return "the version has no elicitation";
  return undefined;
}

/** A cell in words. */
export function nameOf({ client, server, way, version, pinned }: Cell): string {
  const how = pinned ? "pinned to" : "which agree on";
  return `client ${client}, server ${server}, over ${way}, ${how} ${version}`;
}
