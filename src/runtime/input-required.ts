import { sleep } from "./alarm.js";
import { findAnswer } from "./client-asked.js";
import { excerpt } from "./client-messages.js";
import type { ClientSession, Pending } from "./client-parts.js";
import { ConnectionError, McpError } from "./errors.js";
import { isObject, type JsonObject } from "./json-rpc.js";

/** How often one request is sent again with input that the server asked for. */
const maxRounds = 10;

/** Milliseconds before a request is repeated for which the server wanted no input. */
const pace = 250;

/**
 * Answers what an `input_required` result asks for and sends the request again
 * (basic/patterns/mrtr): new id, same parameters, `requestState` byte for byte.
 */
export function answerAndRepeat(
  session: ClientSession,
  pending: Pending,
  result: JsonObject,
): void {
  const controller = new AbortController();
  const { onEnd } = pending;
  pending.onEnd = () => {
    controller.abort();
    onEnd?.();
  };
  pending.answering = true;
  nextRound(session, pending, result, controller.signal).then(
    (extra) => {
      if (session.pending(pending.id) !== pending) return;
      pending.extra = extra;
      session.again(pending);
    },
    (error: unknown) => session.fail(pending, asMcpError(pending, error)),
  );
}

/** What the next round adds to the parameters. */
async function nextRound(
  session: ClientSession,
  pending: Pending,
  result: JsonObject,
  signal: AbortSignal,
): Promise<JsonObject> {
  const { method } = pending;
  const { inputRequiredMethods } = session.wire.profile;
  if (
    result["resultType"] !== "input_required" ||
    !inputRequiredMethods?.includes(method)
  )
    throw protocol(
      `The result of ${method} is of no known type: ${excerpt(result["resultType"])}`,
    );
  pending.options.onRound?.();
  const requests = result["inputRequests"];
  if (++pending.rounds > maxRounds) {
    const keys = isObject(requests) ? Object.keys(requests) : [];
    throw protocol(
      `${method} wanted input more than ${maxRounds} times; perhaps it refuses the answers to ${keys.join(", ") || "its questions"}`,
    );
  }
  const state = result["requestState"];
  const extra: JsonObject = {};
  if (isObject(requests)) {
    extra["inputResponses"] = await answerAll(session, requests, signal);
  } else if (typeof state === "string") {
    await sleep(pace, signal);
  } else {
    throw protocol(`${method} wants input but does not say which`);
  }
  if (typeof state === "string") extra["requestState"] = state;
  return extra;
}

/** Asks the user all that a server wants to know, and gives the answers by key. */
export async function answerAll(
  session: ClientSession,
  requests: JsonObject,
  signal: AbortSignal,
): Promise<JsonObject> {
  const answers = Object.entries(requests).map(async ([key, request]) => {
    const { profile } = session.wire;
    const method = isObject(request) ? request["method"] : undefined;
    const answer =
      typeof method === "string"
        ? findAnswer(session, profile, method)
        : undefined;
    if (answer === undefined || !isObject(request))
      throw protocol(
        `The server asked for what this client does not offer: ${excerpt(request)}`,
      );
    const params = isObject(request["params"]) ? request["params"] : {};
    return [key, await answer.answer(session.options, profile, params, signal)];
  });
  return Object.fromEntries(await Promise.all(answers)) as JsonObject;
}

function protocol(message: string): ConnectionError {
  return new ConnectionError("protocol", message);
}

function asMcpError({ method }: Pending, error: unknown): McpError {
  if (error instanceof McpError) return error;
  const message = `What the server asked for during ${method} could not be answered`;
  return new ConnectionError("protocol", message, { cause: error });
}
