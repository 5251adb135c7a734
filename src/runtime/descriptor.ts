import type { Issue } from "./validate.js";

/**
 * An emitted check: true when the value fits its schema. With `issues` it goes on
 * after the first fault and appends what it found.
 */
export type Validator = (value: unknown, issues?: Issue[]) => boolean;

declare const types: unique symbol;

/** What a client needs to call one tool. `Input` and `Output` are carried by the type alone. */
export interface Tool<Input, Output> {
  readonly kind: "tool";
  /** The name on the wire. */
  readonly name: string;
  readonly input: Validator;
  /** Absent for a tool without outputSchema: a call gives its content. */
  readonly output?: Validator;
  /** True when the outputSchema is none of an object: versions that allow only objects carry it as `{ result }`. */
  readonly wrapped?: true;
  /** Parameters that HTTP carries as headers too: path of the property → header name (2026-07-28 `x-mcp-header`). */
  readonly headers?: readonly {
    readonly path: readonly string[];
    readonly name: string;
  }[];
  readonly [types]?: (input: Input) => Output;
}

export interface Prompt<Arguments> {
  readonly kind: "prompt";
  readonly name: string;
  readonly [types]?: (input: Arguments) => void;
}

export interface Resource {
  readonly kind: "resource";
  readonly name: string;
  readonly uri: string;
}

export interface ResourceTemplate<Variables> {
  readonly kind: "template";
  readonly name: string;
  readonly uriTemplate: string;
  readonly [types]?: (input: Variables) => void;
}

/** What a tool without outputSchema gives: its content blocks, and in `text` the joined text of those that have one. */
export type Content<Block> = readonly Block[] & { readonly text: string };
