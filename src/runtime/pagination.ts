import type { ClientCore } from "./client-core.js";
import type { CallOptions } from "./client-options.js";
import { ConnectionError } from "./errors.js";

/**
 * The entries of all pages of a list (server/utilities/pagination). Each iteration
 * asks anew, and asks for a page only when the one before is used up.
 */
export async function* paginate(
  client: ClientCore,
  method: string,
  member: string,
  options: CallOptions,
): AsyncGenerator<never, void, undefined> {
  const seen = new Set<unknown>();
  let cursor: unknown;
  do {
    const params = cursor === undefined ? undefined : { cursor };
    const page = await client.request(method, params, options);
    const entries = page[member];
    if (!Array.isArray(entries))
      throw new ConnectionError(
        "protocol",
        `The result of ${method} has no ${member}`,
      );
    yield* entries as never[];
    // An empty string is a cursor too; some servers end with null.
    cursor = page["nextCursor"] ?? undefined;
    if (cursor !== undefined && seen.has(cursor))
      throw new ConnectionError(
        "protocol",
        `${method} gave the same cursor twice`,
      );
    seen.add(cursor);
  } while (cursor !== undefined);
}
