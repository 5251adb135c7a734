import { CallContext } from "./context.js";
import { isObject, type JsonObject, type JsonValue } from "./json-rpc.js";
import type { Member, Protocol } from "./protocol.js";
import type { Call } from "./server-engine.js";
import { type FormContent, type FormSchema, misfit } from "./server-form.js";
import type { Awaitable } from "./server-handlers.js";

/** What a user made of a form. */
export type Elicited<Content> =
  | { readonly action: "accept"; readonly content: Content }
  | { readonly action: "decline" | "cancel" };

/**
 * Asks the user (client/elicitation). `key` names the question within one call:
 * each key once. `Forms` are the manifest's elicitations: name → content.
 * Throws where the client did not declare the capability.
 */
export interface ElicitContext<Forms extends object = object> {
  elicit<Name extends keyof Forms & string>(
    key: string,
    form: Name,
  ): Promise<Elicited<Forms[Name]>>;
  elicit<const Schema extends FormSchema>(
    key: string,
    form: { readonly message: string; readonly requestedSchema: Schema },
  ): Promise<Elicited<FormContent<Schema>>>;
  /** Sends the user to a page; "accept" means that they went, not that they are done. */
  elicit(
    key: string,
    page: {
      readonly mode: "url";
      readonly message: string;
      readonly url: string;
    },
  ): Promise<{ readonly action: "accept" | "decline" | "cancel" }>;
}

/** Asks the client's model (client/sampling). */
export interface SampleContext<P extends Protocol = Protocol> {
  sample(
    key: string,
    params: Member<P["inputRequests"], "sampling/createMessage", JsonObject>,
  ): Promise<Member<P["inputResults"], "sampling/createMessage", JsonObject>>;
}

/** Asks for the folders that the client works in (client/roots). */
export interface RootsContext {
  roots(
    key: string,
  ): Promise<readonly { readonly uri: string; readonly name?: string }[]>;
}

/**
 * A handler that asks runs again for each answer, on versions without sessions.
 * `step` runs its function in one of these runs only, and gives its result in all.
 */
export interface StepContext {
  step<Value extends JsonValue>(
    key: string,
    run: () => Awaitable<Value>,
  ): Promise<Value>;
}

/** A question to the client. */
export type Question = {
  readonly method: string;
  readonly params: JsonObject;
  /** What the client must have declared, such as `sampling.tools`. */
  readonly capability: string;
};

/** What is wrong with a client's answer, undefined for a good one: it is checked like any other input. */
export function answerFault(
  { method, params }: Pick<Question, "method" | "params">,
  result: unknown,
): string | undefined {
  if (!isObject(result)) return "it is no object";
  if (method === "elicitation/create") return elicitedFault(params, result);
  if (method === "roots/list") {
    const { roots } = result;
    const good =
      Array.isArray(roots) &&
      roots.every((root) => isObject(root) && typeof root["uri"] === "string");
    return good ? undefined : "roots must be a list of objects with a uri";
  }
  const { role, content, model } = result;
  const good =
    typeof role === "string" &&
    typeof model === "string" &&
    typeof content === "object" &&
    content !== null;
  return good ? undefined : "it must have role, model and content";
}

function elicitedFault(
  { mode, requestedSchema }: JsonObject,
  { action, content }: JsonObject,
): string | undefined {
  if (action === "decline" || action === "cancel") return undefined;
  if (action !== "accept")
    return `action must be "accept", "decline" or "cancel"`;
  const place = mode === "url" ? undefined : misfit(requestedSchema, content);
  return place === undefined
    ? undefined
    : `content${place} does not fit the form`;
}

/** How questions reach the client, and what is remembered. */
export interface Asker {
  ask(key: string, question: Question): Promise<JsonObject>;
  step(key: string, run: () => unknown): Promise<unknown>;
}

/** The context of a call whose handler may ask. */
export class AskingContext extends CallContext {
  readonly #call: Call;
  readonly #asker: Asker;
  readonly #keys = new Set<string>();

  constructor(call: Call, asker: Asker) {
    super(call);
    this.#call = call;
    this.#asker = asker;
  }

  elicit(key: string, form: string | JsonObject): Promise<JsonObject> {
    return this.#once(key, () => {
      const asked = typeof form === "string" ? this.#form(form) : form;
      return this.#asker.ask(
        key,
        asked["mode"] === "url" ? this.#page(asked) : this.#question(asked),
      );
    });
  }

  sample(key: string, params: JsonObject): Promise<JsonObject> {
    return this.#once(key, () =>
      this.#asker.ask(key, {
        method: "sampling/createMessage",
        params,
        capability:
          params["tools"] === undefined ? "sampling" : "sampling.tools",
      }),
    );
  }

  roots(key: string): Promise<unknown> {
    return this.#once(key, async () => {
      const { roots } = await this.#asker.ask(key, {
        method: "roots/list",
        params: {},
        capability: "roots",
      });
      return roots;
    });
  }

  step(key: string, run: () => unknown): Promise<unknown> {
    return this.#once(key, () => this.#asker.step(key, run));
  }

  /** Never throws at once, and its rejection is nobody's duty: a handler may start several questions before it awaits one. */
  #once<Value>(key: string, start: () => Promise<Value>): Promise<Value> {
    const begin = async (): Promise<Value> => {
      if (this.#keys.has(key))
        throw new Error(
          `The key ${JSON.stringify(key)} is used twice in one call`,
        );
      this.#keys.add(key);
      return start();
    };
    const promise = begin();
    promise.catch(() => undefined);
    return promise;
  }

  #form(name: string): JsonObject {
    const forms = this.#call.engine.catalogue.elicitations ?? {};
    const form = Object.hasOwn(forms, name) ? forms[name] : undefined;
    if (form === undefined)
      throw new Error(
        `The manifest has no elicitation ${JSON.stringify(name)}`,
      );
    return form;
  }

  #question({ message, requestedSchema }: JsonObject): Question {
    const mode = this.#call.dialect.profile.elicitationMode
      ? { mode: "form" }
      : {};
    return {
      method: "elicitation/create",
      params: { ...mode, message, requestedSchema },
      capability: "elicitation.form",
    };
  }

  #page({ message, url }: JsonObject): Question {
    const id = this.#call.dialect.profile.elicitationId
      ? { elicitationId: crypto.randomUUID() }
      : {};
    return {
      method: "elicitation/create",
      params: { mode: "url", message, url, ...id },
      capability: "elicitation.url",
    };
  }
}
