import { profileOf, profiles } from "../../runtime/profiles.js";

/** Who made a client or a server: this project, or the official libraries of either generation. */
export type Maker = "ours" | "first" | "second";

export type Way = "stdio" | "http" | "sse";

/** What a cell is asked for. */
type Asked = {
  readonly client: Maker;
  readonly server: Maker;
  readonly way: Way;
  /** What is spoken. */
  readonly version: string;
  /** Whether one side insists on it, or both offer all that they have. */
  readonly pinned: boolean;
};

/** A client that speaks to a server in some way, in one version. */
export type Cell = Asked & {
  /** Why there is no such cell. */
  readonly missing: string | undefined;
};

const makers: readonly Maker[] = ["ours", "first", "second"];
const ways: readonly Way[] = ["stdio", "http", "sse"];
export const versions = profiles.map(({ version }) => version);
const oldest = versions[0];
const newest = versions.at(-1);

/** Why two makers do not speak a version in some way. */
function whyNot({
  client,
  server,
  way,
  version,
  pinned,
}: Asked): string | undefined {
  if (version === newest && (client === "first" || server === "first"))
    return "the first generation does not speak it";
  if (way === "http" && version === oldest)
    return "the version has no Streamable HTTP";
  return way === "sse" ? whyNotSse(client, server, version, pinned) : undefined;
}

/** What HTTP+SSE carries is agreed on by initialize, so that official peers use it for later versions too. */
function whyNotSse(
  client: Maker,
  server: Maker,
  version: string,
  pinned: boolean,
): string | undefined {
  if (version === newest) return "the version has no HTTP+SSE";
  if (server === "second") return "the second generation serves no HTTP+SSE";
  if (server === "first") return undefined;
  const offersOldest = pinned && version === oldest;
  if (client === "ours" && !offersOldest)
    return "both find Streamable HTTP at the same address";
  if (client === "first" && pinned && !offersOldest)
    return "our server has HTTP+SSE where it has the oldest version";
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
  const all = [true, false].flatMap((pinned) =>
    versions.map((version) => {
      const asked = { client, server, way, version, pinned };
      return { ...asked, missing: whyNot(asked) };
    }),
  );
  const agreed = all.filter(({ pinned }) => !pinned);
  const best = agreed.filter(({ missing }) => missing === undefined).at(-1);
  return all.filter((cell) => cell.pinned || cell === (best ?? agreed.at(-1)));
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
