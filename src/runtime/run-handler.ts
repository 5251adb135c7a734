import { CallContext } from "./context.js";
import type { Call, HandlerRun } from "./server-engine.js";

/** True for what can be awaited. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return (
    typeof value === "object" &&
    value !== null &&
    typeof (value as { then?: unknown }).then === "function"
  );
}

/** Runs a handler; one that answers at once costs no promise. */
export function runHandler(
  call: Call,
  handler: HandlerRun,
): string | Promise<string> {
  const { asks } = call.engine;
  return asks === undefined ? runAlone(call, handler) : asks.run(call, handler);
}

/** Runs a handler that cannot ask the client: what it answers may not wait for input (2026-07-28 basic/patterns/mrtr). */
export function runAlone(
  call: Call,
  handler: HandlerRun,
): string | Promise<string> {
  let value: unknown;
  try {
    value = handler.start(new CallContext(call));
    if (!isThenable(value)) return handler.done(value);
  } catch (error) {
    return handler.failed(error);
  }
  return Promise.resolve(value).then(
    (settled) => conclude(handler, settled),
    (error: unknown) => handler.failed(error),
  );
}

/** Makes the result of what a handler returned; a value that cannot be sent counts as a failure of the handler. */
export function conclude(handler: HandlerRun, value: unknown): string {
  try {
    return handler.done(value);
  } catch (error) {
    return handler.failed(error);
  }
}
