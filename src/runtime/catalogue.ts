import type { Prompt, Resource, ResourceTemplate, Tool } from "./descriptor.js";
import type { Defaults } from "./validate.js";

/** An entry of a list as the manifest states it, in the protocol's own shape. */
export type ListEntry = {
  readonly name: string;
  readonly [key: string]: unknown;
};

/** What every row has. */
type Row = {
  /** The protocol's own members. */
  readonly entry: ListEntry;
  /** OAuth scopes that a caller over HTTP needs; default none. No list shows them. */
  readonly scopes?: readonly string[];
};

/** A tool: its descriptor, its entry in `tools/list`, and the defaults that its input schema states. */
export type CatalogueTool = Row & {
  readonly tool: Tool<never, unknown>;
  readonly defaults?: Defaults;
  /** Whether callers may or must run it as a task. */
  readonly task?: "optional" | "required";
};

/** A prompt and its entry in `prompts/list`. */
export type CataloguePrompt = Row & {
  readonly prompt: Prompt<never>;
};

/** A resource and its entry in `resources/list`. */
export type CatalogueResource = Row & {
  readonly resource: Resource;
};

/** A resource template and its entry in `resources/templates/list`. */
export type CatalogueTemplate = Row & {
  readonly template: ResourceTemplate<never>;
};

/** The entries of one server, as the manifest says them. */
export interface Catalogue {
  readonly tools?: readonly CatalogueTool[];
  readonly prompts?: readonly CataloguePrompt[];
  readonly resources?: readonly CatalogueResource[];
  readonly resourceTemplates?: readonly CatalogueTemplate[];
}
