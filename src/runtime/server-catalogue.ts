import type { Catalogue } from "./catalogue.js";
import type { JsonObject } from "./json-rpc.js";
import type { ServerProfile } from "./profile.js";
import type { ValidationLevel } from "./validate.js";

/** How long a client may keep a result, and for whom (2026-07-28 server/utilities/caching). */
export type CacheHint = {
  /** Milliseconds, an integer from 0. */
  readonly ttlMs: number;
  readonly scope: "public" | "private";
};

/** The results that carry cache hints. */
export type CacheHints = {
  readonly discover: CacheHint;
  readonly tools: CacheHint;
  readonly prompts: CacheHint;
  readonly resources: CacheHint;
  readonly resourceTemplates: CacheHint;
  /** `resources/read`. */
  readonly read: CacheHint;
};

/** The lists that can change while the server runs. */
export type ChangingList = "tools" | "prompts" | "resources";

/** Everything that one server offers, as the manifest says it. */
export interface ServerCatalogue extends Catalogue {
  /** The `serverInfo` of every version. */
  readonly info: {
    readonly name: string;
    readonly version: string;
    readonly [key: string]: unknown;
  };
  readonly instructions?: string;
  /** Whether `serverInfo` rides on every result of the modern era, or on `server/discover` alone. */
  readonly identify: "always" | "discover";
  /** The versions that the server speaks, oldest first. */
  readonly profiles: readonly ServerProfile[];
  readonly cache: CacheHints;
  readonly listChanged: { readonly [list in ChangingList]: boolean };
  /** Entries that one page of a list holds at most; default: every list is one page. */
  readonly pageSize?: number;
  readonly validate: {
    readonly input: ValidationLevel;
    readonly output: ValidationLevel;
  };
  /** Clients may follow single resources: `server.updated(uri)` reaches them. */
  readonly subscribe?: boolean;
  /** `context.log()` travels to clients; without it everything goes to stderr. */
  readonly logging?: boolean;
  /** The forms that handlers may ask for by name. */
  readonly elicitations?: {
    readonly [name: string]: {
      readonly message: string;
      readonly requestedSchema: JsonObject;
    };
  };
}
