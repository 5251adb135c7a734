import { excerpt, fault } from "./client-messages.js";
import type { ClientSession, Pending } from "./client-parts.js";
import { isObject, type JsonObject } from "./json-rpc.js";

/** How often one request is sent again with input that the server asked for. */
const maxRounds = 10;

/** Milliseconds before a request is repeated for which the server wanted no input. */
const pace = 250;

/**
 * Sends a request again whose result is `input_required` (basic/patterns/mrtr), with what
 * was asked for: new id, same parameters, `requestState` byte for byte.
 */
export function repeat(
  session: ClientSession,
  pending: Pending,
  { resultType, requestState, inputRequests }: JsonObject,
): void {
  const { method, options } = pending;
  const { answers } = session.features;
  const stop = (message: string): void => session.fail(pending, fault(message));
  const again = (inputResponses?: JsonObject): void => {
    pending.extra = { inputResponses, requestState };
    session.again(pending);
  };
  pending.answering = true;
  const isKnown =
    resultType === "input_required" &&
    session.wire.profile.inputRequiredMethods?.includes(method);
  if (isKnown !== true) {
    stop(`The result of ${method} is of no known type: ${excerpt(resultType)}`);
    return;
  }
  options.onRound?.();
  if (++pending.rounds > maxRounds)
    stop(
      `${method} wanted input more than ${maxRounds} times; perhaps it refuses the answers to ${Object.keys(inputRequests ?? {}).join(", ")}`,
    );
  else if (!isObject(inputRequests))
    if (typeof requestState === "string") setTimeout(again, pace);
    else stop(`${method} wants input but does not say which`);
  else if (answers === undefined) stop(notOffered(inputRequests));
  else answers.repeat(session, pending, inputRequests, again);
}

/** Why a server gets no answer. */
export function notOffered(request: unknown): string {
  return `The server asked for what this client does not offer: ${excerpt(request)}`;
}
