import type { CallOptions } from "./client-options.js";
import type { ClientSession } from "./client-parts.js";
import type { Resource, ResourceTemplate } from "./descriptor.js";
import { ConnectionError } from "./errors.js";
import { isObject, type JsonObject } from "./json-rpc.js";

/** What is to be completed, and what was typed of it so far. */
type Typed<Arguments> = {
  readonly argument: keyof Arguments & string;
  readonly value: string;
  /** Other arguments that are decided already; versions before 2025-06-18 do not send them. */
  readonly chosen?: {
    readonly [Other in keyof Arguments]?: string | undefined;
  };
};

type OfPrompts<Prompts> = {
  [Name in keyof Prompts & string]: { readonly prompt: Name } & Typed<
    Prompts[Name]
  >;
}[keyof Prompts & string];

type OfTemplates<Templates> = {
  [Name in keyof Templates & string]: { readonly template: Name } & Typed<
    Templates[Name]
  >;
}[keyof Templates & string];

/** An argument of a prompt or a variable of a resource template; `Known` has what each takes, by name. */
export type CompletionRequest<
  Known extends { readonly prompts: object; readonly templates: object },
> = OfPrompts<Known["prompts"]> | OfTemplates<Known["templates"]>;

/** Values that the argument may have (server/utilities/completion). */
export type Completion = {
  /** A hundred at most. */
  readonly values: readonly string[];
  /** How many there are in all, where the server says so. */
  readonly total?: number;
  readonly hasMore?: boolean;
};

/** What a client completes, as a value that the emitted code passes in. */
export type ClientCompletion = (
  client: ClientSession,
  entries: {
    readonly resources: {
      readonly [name: string]: Resource | ResourceTemplate<never>;
    };
  },
) => {
  complete(request: Request, options?: CallOptions): Promise<Completion>;
};

type Request = {
  readonly prompt?: string;
  readonly template?: string;
  readonly argument: string;
  readonly value: string;
  readonly chosen?: object;
};

/** Adds `complete` to the facade (server/utilities/completion). */
export const clientCompletion: ClientCompletion = (client, { resources }) => {
  const uris = new Map(
    Object.values(resources).flatMap((entry) =>
      entry.kind === "template"
        ? [[entry.name, entry.uriTemplate] as const]
        : [],
    ),
  );
  const refOf = ({ prompt, template = "" }: Request): JsonObject => {
    if (prompt !== undefined) return { type: "ref/prompt", name: prompt };
    const uri = uris.get(template);
    if (uri !== undefined) return { type: "ref/resource", uri };
    throw new TypeError(
      `There is no resource template ${JSON.stringify(template)}`,
    );
  };
  return {
    async complete(request, options = {}) {
      const { argument: name, value, chosen } = request;
      const params: JsonObject = {
        ref: refOf(request),
        argument: { name, value },
      };
      const { completionContext } = client.wire.profile;
      if (chosen !== undefined && completionContext)
        params["context"] = { arguments: chosen };
      const method = "completion/complete";
      const result = await client.ask(method, params, options);
      const found = result["completion"];
      if (isObject(found) && isListOfStrings(found["values"]))
        return found as Completion;
      throw new ConnectionError(
        "protocol",
        `The result of ${method} has no list of values`,
      );
    },
  };
};

function isListOfStrings(value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === "string");
}
