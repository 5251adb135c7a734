import type { ListEntry } from "./catalogue.js";
import { ProtocolError } from "./errors.js";
import { errorCode, isObject } from "./json-rpc.js";
import { shownEntry } from "./list-entry.js";
import { runAlone } from "./run-handler.js";
import type {
  AnyHandler,
  Call,
  Dialect,
  TemplateRow,
} from "./server-engine.js";

/** One entry of a list, serialised. */
export type ListRow = { readonly entry: ListEntry; readonly text: string };

/** One list of one version. */
export type List = {
  /** The member of the result that holds it. */
  readonly key: string;
  readonly rows: readonly ListRow[];
  /** Pages that were made before, by their first row, where every client sees the same. */
  readonly pages: Map<number, string>;
};

/** Answers a list method with the page that the cursor names (server/utilities/pagination). */
export function listText(
  call: Call,
  dialect: Dialect,
  list: List,
): string | Promise<string> {
  const { engine, method } = call;
  const sources =
    method === "resources/list" ? engine.templates.filter(listsItself) : [];
  if (sources.length > 0) return grownText(call, dialect, list, sources);
  const { visible } = engine;
  if (visible !== undefined)
    return page(call, dialect, list.key, seen(call, list.rows));
  const start = startOf(call, list.key, list.rows.length);
  const before = list.pages.get(start);
  if (before !== undefined) return before;
  const text = page(call, dialect, list.key, list.rows);
  list.pages.set(start, text);
  return text;
}

function seen(call: Call, rows: readonly ListRow[]): readonly ListRow[] {
  const { engine, link } = call;
  const { visible } = engine;
  return visible === undefined
    ? rows
    : rows.filter(({ entry }) => visible(entry, link.grant.auth));
}

function page(
  call: Call,
  dialect: Dialect,
  key: string,
  rows: readonly ListRow[],
): string {
  const start = startOf(call, key, rows.length);
  const end = start + call.engine.pageSize;
  const texts = rows.slice(start, end).map(({ text }) => text);
  const next = end < rows.length ? `,"nextCursor":"${cursorOf(key, end)}"` : "";
  const members = `"${key}":[${texts.join(",")}]${next}`;
  return dialect.result(call.method, members, undefined);
}

/** Says nothing to a client, and cannot be mistaken for one of another list. */
function cursorOf(key: string, start: number): string {
  return btoa(`${key} ${start}`);
}

/** The row with which the wanted page begins. An empty cursor is one like any other, and none of ours. */
function startOf({ params, engine }: Call, key: string, count: number): number {
  const cursor = params["cursor"] ?? undefined;
  if (cursor === undefined) return 0;
  const { pageSize } = engine;
  for (let start = pageSize; start < count; start += pageSize)
    if (cursor === cursorOf(key, start)) return start;
  throw new ProtocolError(errorCode.invalidParams, "Unknown cursor");
}

type ListingRow = TemplateRow & { readonly list: AnyHandler };

function listsItself(row: TemplateRow): row is ListingRow {
  return row.list !== undefined;
}

/** `resources/list` where templates add what there is at the moment. */
function grownText(
  call: Call,
  dialect: Dialect,
  { key, rows }: List,
  sources: readonly ListingRow[],
): string | Promise<string> {
  const { engine, link } = call;
  const asked = sources.filter(
    ({ entry }) => engine.visible?.(entry, link.grant.auth) !== false,
  );
  return runAlone(call, {
    start: (context) =>
      Promise.all(asked.map(async ({ list }) => list(context))),
    done(found) {
      const all = new Map(
        seen(call, rows).map((row) => [row.entry["uri"], row] as const),
      );
      for (const [index, source] of asked.entries())
        for (const entry of listed(source, (found as unknown[])[index]))
          if (!all.has(entry["uri"]))
            all.set(entry["uri"], row(entry, dialect));
      return page(call, dialect, key, [...all.values()]);
    },
    failed: (error) => {
      throw error;
    },
  });
}

/** The entries that a template's `list` gave; they are of the template's type unless they say another. */
function listed({ entry }: ListingRow, found: unknown): readonly ListEntry[] {
  if (Array.isArray(found) && found.every(isResource)) {
    const { mimeType } = entry;
    return found.map((one) =>
      mimeType === undefined ? one : { mimeType, ...one },
    );
  }
  throw new TypeError(
    `The list of ${entry.name} must give resources, each with a uri and a name`,
  );
}

function isResource(value: unknown): value is ListEntry & { uri: string } {
  return (
    isObject(value) &&
    typeof value["uri"] === "string" &&
    typeof value["name"] === "string"
  );
}

function row(entry: ListEntry, { profile }: Dialect): ListRow {
  return { entry, text: JSON.stringify(shownEntry(entry, profile)) };
}
