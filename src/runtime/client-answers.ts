import { fault } from "./client-messages.js";
import type { ConnectOptions } from "./client-options.js";
import type { ClientAnswer, ClientAnswers, Pending } from "./client-parts.js";
import { McpError, ProtocolError } from "./errors.js";
import { notOffered } from "./input-required.js";
import { errorCode, isObject, type JsonObject } from "./json-rpc.js";

/** Answers servers that ask for these things; the value of `answers` in the features. */
export function clientAnswers(
  ...kinds: readonly ClientAnswer[]
): ClientAnswers {
  const find: ClientAnswers["find"] = ({ options, wire }, method) => {
    const found = kinds.find((kind) => kind.method === method);
    return found?.capability(options, wire.profile) && found;
  };
  const answerAll: ClientAnswers["answerAll"] = async (
    session,
    requests,
    signal,
  ) => {
    const answers = Object.entries(requests).map(async ([key, request]) => {
      const { method, params }: JsonObject = isObject(request) ? request : {};
      const answer = find(session, method);
      if (answer === undefined) throw fault(notOffered(request));
      const { options, wire } = session;
      const asked = isObject(params) ? params : {};
      return [key, await answer.answer(options, wire.profile, asked, signal)];
    });
    return Object.fromEntries(await Promise.all(answers)) as JsonObject;
  };
  return {
    capabilities: (options, profile) =>
      Object.assign(
        {},
        ...kinds.map((kind) => kind.capability(options, profile)),
      ) as JsonObject,
    find,
    answerAll,
    repeat(session, pending, requests, again) {
      const signal = untilEnd(pending);
      answerAll(session, requests, signal).then(again, (error: unknown) =>
        session.fail(pending, asMcpError(pending, error)),
      );
    },
  };
}

/** Aborted when the request ends, so that nobody answers for nothing. */
function untilEnd(pending: Pending): AbortSignal {
  const controller = new AbortController();
  const { onEnd } = pending;
  pending.onEnd = () => {
    controller.abort();
    onEnd?.();
  };
  return controller.signal;
}

function asMcpError({ method }: Pending, error: unknown): McpError {
  if (error instanceof McpError) return error;
  const message = `What the server asked for during ${method} could not be answered`;
  return fault(message, error);
}

/** Lets a server ask the user (client/elicitation). Needs the option `onElicit`. */
export const answerElicitation: ClientAnswer = {
  method: "elicitation/create",
  capability(options, { elicitationModes }) {
    const { form, url } = elicitHandlers(options);
    const canForm = form !== undefined && elicitationModes?.includes("form");
    const canUrl = url !== undefined && elicitationModes?.includes("url");
    // An empty object says "forms alone" in every version.
    if (!canUrl) return canForm ? { elicitation: {} } : undefined;
    return { elicitation: canForm ? { form: {}, url: {} } : { url: {} } };
  },
  async answer(options, _profile, params, signal) {
    const { form, url } = elicitHandlers(options);
    const mode = params["mode"] ?? "form";
    const context = { signal };
    if (mode === "url" && url !== undefined)
      return (await url(params as never, context)) as object;
    if (mode !== "form" || form === undefined)
      throw new ProtocolError(
        errorCode.invalidParams,
        `The client has no elicitation of mode ${JSON.stringify(mode)}`,
      );
    return filled((await form(params, context)) as object, params);
  },
};

/** Lets a server ask the client's model (client/sampling). Needs the option `onSample`. */
export const answerSampling: ClientAnswer = {
  method: "sampling/createMessage",
  capability({ onSample }, { clientCapabilities }) {
    if (onSample === undefined) return undefined;
    const more = (["context", "tools"] as const).filter(
      (one) =>
        typeof onSample === "object" &&
        onSample[one] === true &&
        clientCapabilities?.includes(`sampling.${one}`),
    );
    return { sampling: Object.fromEntries(more.map((one) => [one, {}])) };
  },
  async answer({ onSample }, _profile, params, signal) {
    const answer = typeof onSample === "object" ? onSample.answer : onSample;
    return (await answer?.(params, { signal })) as object;
  },
};

/** Tells a server where it may work (client/roots). Needs the option `roots`. */
export const answerRoots: ClientAnswer = {
  method: "roots/list",
  capability: ({ roots }) => roots && { roots: {} },
  answer: async ({ roots }) => ({
    roots: typeof roots === "function" ? await roots() : roots,
  }),
};

function elicitHandlers({ onElicit }: ConnectOptions) {
  return typeof onElicit === "function"
    ? { form: onElicit, url: undefined }
    : { form: onElicit?.form, url: onElicit?.url };
}

/** An accepted form with the form's defaults for the fields that were left out. */
function filled(answer: object, params: JsonObject): object {
  const { action, content } = answer as { action?: unknown; content?: unknown };
  const requestedSchema = params["requestedSchema"];
  const fields = isObject(requestedSchema) && requestedSchema["properties"];
  if (action !== "accept" || !isObject(fields)) return answer;
  const given = isObject(content) ? content : {};
  const defaults = Object.entries(fields).flatMap(([name, field]) =>
    isObject(field) && field["default"] !== undefined
      ? [[name, field["default"]] as const]
      : [],
  );
  const present = Object.entries(given).filter(
    ([, value]) => value !== undefined,
  );
  return {
    ...answer,
    content: Object.fromEntries([...defaults, ...present]),
  };
}
