import type { OpenBlock } from "./errors.js";
import type { JsonObject } from "./json-rpc.js";
import type { Member } from "./protocol.js";

/**
 * A value, now or later. A promise is named beside what it is like, so that the compiler
 * tells what is wrong with the value of a wrong one instead of with its `then`.
 */
export type Awaitable<T> = T | Promise<T> | PromiseLike<T>;

const replyMark: unique symbol = Symbol("reply");

/** An output together with what travels beside it; made by `reply`. */
export interface Reply<Output> {
  readonly [replyMark]: true;
  readonly output: Output;
  readonly content: readonly OpenBlock[] | undefined;
  readonly meta: JsonObject | undefined;
}

/**
 * Says more than the output alone: `content` replaces the text block that the
 * runtime would make of it, `_meta` rides on the result.
 */
export function reply<Output>(
  output: Output,
  more: {
    readonly content?: readonly OpenBlock[];
    readonly _meta?: JsonObject;
  } = {},
): Reply<Output> {
  return {
    [replyMark]: true,
    output,
    content: more.content,
    meta: more._meta,
  };
}

/** True for what `reply` made. */
export function isReply(value: unknown): value is Reply<unknown> {
  return typeof value === "object" && value !== null && replyMark in value;
}

/**
 * What a tool's handler makes of the validated input, its defaults filled in. `Output`
 * is the type of the outputSchema, or a string or content blocks for a tool without one.
 */
export type ToolAnswer<Output> = Awaitable<Output | Reply<Output>>;

/** The part of a `GetPromptResult` that a handler says: the runtime adds the rest. */
export type PromptAnswer<Result> = {
  readonly description?: string;
  readonly messages: Member<Result, "messages", readonly JsonObject[]>;
  readonly _meta?: JsonObject;
};

/** A prompt: its arguments → messages, or the text of one message of the user. */
export type PromptHandler<Arguments, Result, Context> = (
  input: Arguments,
  context: Context,
) => Awaitable<string | PromptAnswer<Result>>;

/**
 * What reading gives: text, bytes (sent as base64), whole contents where one URI
 * stands for several or the MIME type is not that of the manifest, or undefined
 * for "not found".
 */
export type ResourceAnswer<Result> =
  | string
  | Uint8Array
  | {
      readonly contents: Member<Result, "contents", readonly JsonObject[]>;
      readonly _meta?: JsonObject;
    }
  | undefined;

/** A resource: its URI → what it holds. */
export type ResourceHandler<Result, Context> = (
  uri: string,
  context: Context,
) => Awaitable<ResourceAnswer<Result>>;

/** A resource template: the variables of the URI that was read → what it holds. */
export type TemplateHandler<Variables, Result, Context> = (
  variables: Variables,
  context: Context,
  uri: string,
) => Awaitable<ResourceAnswer<Result>>;

/** Gives the resources of a template that there are at the moment, for `resources/list`. */
export type ListHandler<Result, Context> = (
  context: Context,
) => Awaitable<Member<Result, "resources", readonly JsonObject[]>>;

/** Values that an argument may have (server/utilities/completion); of more than 100 the first 100 travel. */
export type CompletionAnswer =
  | readonly string[]
  | {
      readonly values: readonly string[];
      /** How many there are in all. */
      readonly total?: number;
      /** There are more than these. */
      readonly hasMore?: boolean;
    };

/**
 * By argument: what was typed so far → values to offer. `chosen` are the other
 * arguments as far as the client has told them, which it does from 2025-06-18 on.
 */
export type CompleteHandlers<Arguments, Context> = {
  readonly [Name in keyof Arguments & string]?: (
    value: string,
    context: Context,
    chosen: { readonly [Other in keyof Arguments]?: string },
  ) => Awaitable<CompletionAnswer>;
};

/** Handlers' files, by wire name, that may also export `list`. */
export type ListModules<Handlers, List> = {
  readonly [Name in keyof Handlers]?: {
    readonly list?: List;
    readonly [name: string]: unknown;
  };
};

/** Handlers' files, by wire name, that may also export `complete`. */
export type CompleteModules<Handlers, Context> = {
  readonly [Name in keyof Handlers]?: {
    readonly complete?: CompleteHandlers<InputOf<Handlers[Name]>, Context>;
    readonly [name: string]: unknown;
  };
};

/** Handlers' files, by wire name, that may export both. */
export type TemplateModules<Handlers, List, Context> = ListModules<
  Handlers,
  List
> &
  CompleteModules<Handlers, Context>;

type InputOf<Handler> = Handler extends (
  input: infer Input,
  ...rest: never
) => unknown
  ? Input
  : never;

/** The shape of the emitted interface `Handlers`: functions by wire name. */
export interface HandlerTable {
  readonly tools?: object;
  readonly prompts?: object;
  readonly resources?: object;
  readonly resourceTemplates?: object;
  /** Handlers' files, by wire name, for what they export beside the handler. */
  readonly modules?:
    | {
        readonly prompts?: object | undefined;
        readonly resourceTemplates?: object | undefined;
      }
    | undefined;
}
