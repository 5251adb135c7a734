import { ToolError } from "./errors.js";
import type { JsonObject } from "./json-rpc.js";
import { conclude, isThenable } from "./run-handler.js";
import { type Asker, AskingContext, answerFault } from "./server-asking.js";
import type { AskFeature, Call, HandlerRun } from "./server-engine.js";
import { asJson, mayAsk, openRound, Round } from "./server-round.js";

/** Makes the context of a handler out of its call and the way in which it asks. */
export type MakeContext = (call: Call, asker: Asker) => object;

/** What becomes of the result that a run returned or the error that it threw. */
type End = (outcome: () => string) => string | Promise<string>;

/**
 * Lets handlers ask the client, one handler for both eras. A legacy session is
 * asked by a request of the server. On the modern wire a missing answer ends the
 * round with `input_required`, and the handler runs again with the answers
 * (basic/patterns/mrtr): what was answered and what steps gave rides in the
 * sealed `requestState`.
 */
export const asks: AskFeature = {
  run: (call, handler) =>
    runAsking(
      call,
      handler,
      (own: Call, asker: Asker) => new AskingContext(own, asker),
    ),
};

/** Runs a handler in the way of the call's era. */
export function runAsking(
  call: Call,
  handler: HandlerRun,
  makeContext: MakeContext,
): string | Promise<string> {
  if (call.dialect.profile.serverAsks === "requests") {
    const context = makeContext(call, directly(call));
    return runWith(handler, context, (outcome) => outcome());
  }
  const start = (round: Round) =>
    runWith(handler, makeContext(call, round), (outcome) =>
      round.asked ? round.close() : outcome(),
    );
  const round = openRound(call);
  return round instanceof Round ? start(round) : round.then(start);
}

/** Runs the handler; `end` decides what becomes of what it returned or threw. */
export function runWith(
  handler: HandlerRun,
  context: object,
  end: End,
): string | Promise<string> {
  let value: unknown;
  try {
    value = handler.start(context);
  } catch (error) {
    return end(() => handler.failed(error));
  }
  if (!isThenable(value)) return end(() => conclude(handler, value));
  return Promise.resolve(value).then(
    (settled) => end(() => conclude(handler, settled)),
    (error: unknown) => end(() => handler.failed(error)),
  );
}

/** Asks by requests of the server, and runs each step at once. */
function directly(call: Call): Asker {
  return {
    async ask(_key, question) {
      const { link } = call;
      if (link.ask === undefined)
        throw new ToolError(
          `The client cannot be asked for ${question.method} on this connection: over HTTP it would have to speak a newer protocol version`,
        );
      mayAsk(call, question);
      const answer = await link.ask(
        question.method,
        question.params,
        call.signal,
      );
      const fault = answerFault(question, answer);
      if (fault === undefined) return answer as JsonObject;
      throw new ToolError(
        `The client's answer to ${question.method} is malformed: ${fault}`,
      );
    },
    async step(_key, run) {
      return asJson(await run());
    },
  };
}
