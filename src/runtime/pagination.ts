import { excerpt, fault, nextCursor } from "./client-messages.js";
import type { CallOptions } from "./client-options.js";
import type { ClientSession } from "./client-parts.js";
import { isObject } from "./json-rpc.js";

/** What an entry must have beside its name, by the member of the result that holds the list. */
const needs: { readonly [member: string]: string } = {
  resources: "uri",
  resourceTemplates: "uriTemplate",
};

/** Why nobody could use an entry: one that is bad does not cost the others. */
function flawOf(member: string, entry: unknown): string | undefined {
  if (!isObject(entry)) return "it is no object";
  const { name, inputSchema } = entry;
  if (typeof name !== "string" || name === "") return "it has no name";
  if (member === "tools" && !isObject(inputSchema))
    return "its inputSchema is no object";
  const needed = needs[member];
  return needed === undefined || typeof entry[needed] === "string"
    ? undefined
    : `it has no ${needed}`;
}

/**
 * The entries of all pages of a list (server/utilities/pagination). Each iteration
 * asks anew, and asks for a page only when the one before is used up.
 */
export async function* paginate(
  session: ClientSession,
  method: string,
  member: string,
  options?: CallOptions,
): AsyncGenerator<never, void, undefined> {
  const seen = new Set<string>();
  let cursor: string | undefined;
  do {
    const params = cursor === undefined ? undefined : { cursor };
    const page = await session.ask(method, params, options);
    const entries = page[member];
    if (!Array.isArray(entries))
      throw fault(`The result of ${method} has no ${member}`);
    for (const entry of entries as unknown[]) {
      const flaw = flawOf(member, entry);
      if (flaw === undefined) yield entry as never;
      else
        session.warning(
          `An entry of ${method} is left out, for ${flaw}: ${excerpt(entry)}`,
        );
    }
    cursor = nextCursor(page);
    if (cursor !== undefined && seen.has(cursor))
      throw fault(`${method} gave the same cursor twice`);
    if (cursor !== undefined) seen.add(cursor);
  } while (cursor !== undefined);
}
