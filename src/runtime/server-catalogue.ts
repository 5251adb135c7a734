import type { Prompt, Resource, ResourceTemplate, Tool } from "./descriptor.js";
import type { JsonObject } from "./json-rpc.js";
import type { Defaults, ValidationLevel } from "./validate.js";
import type { Profile } from "./profile.js";

/** An entry of a list as the manifest states it, in the protocol's own shape. */
export type ListEntry = {
  readonly name: string;
  readonly [key: string]: unknown;
};

/** A tool: its descriptor, its entry in `tools/list`, and the defaults that its input schema states. */
export type CatalogueTool = {
  readonly tool: Tool<never, unknown>;
  readonly entry: ListEntry;
  readonly defaults?: Defaults;
};

/** A prompt and its entry in `prompts/list`. */
export type CataloguePrompt = {
  readonly prompt: Prompt<never>;
  readonly entry: ListEntry;
};

/** A resource and its entry in `resources/list`. */
export type CatalogueResource = {
  readonly resource: Resource;
  readonly entry: ListEntry;
};

/** A resource template and its entry in `resources/templates/list`. */
export type CatalogueTemplate = {
  readonly template: ResourceTemplate<never>;
  readonly entry: ListEntry;
};

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
export interface ServerCatalogue {
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
  readonly profiles: readonly Profile[];
  readonly tools?: readonly CatalogueTool[];
  readonly prompts?: readonly CataloguePrompt[];
  readonly resources?: readonly CatalogueResource[];
  readonly resourceTemplates?: readonly CatalogueTemplate[];
  readonly cache: CacheHints;
  readonly listChanged: { readonly [list in ChangingList]: boolean };
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
