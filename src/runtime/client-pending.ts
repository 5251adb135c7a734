import { aborted, deadlines } from "./client-messages.js";
import type { CallOptions, ConnectOptions } from "./client-options.js";
import type {
  ClientSession,
  ParameterHeaders,
  Pending,
} from "./client-parts.js";
import { ConnectionError } from "./errors.js";

/** Default bound for the requests that wait at once. */
const defaultMaxPending = 10_000;

/** A request as its caller made it. */
type Asked = Pick<Pending, "method" | "params" | "resolve" | "reject"> & {
  readonly options: CallOptions;
  readonly parameters: ParameterHeaders | undefined;
};

/** A request that was not sent yet. Throws where `waiting` others are as many as may wait. */
export function createPending(
  asked: Asked,
  connection: ConnectOptions,
  waiting: number,
): Pending {
  const { maxPending = defaultMaxPending } = connection;
  if (waiting >= maxPending) {
    const message = `${asked.method} was not sent: ${waiting} requests wait for their answers already`;
    throw new ConnectionError("limit", message);
  }
  return {
    ...asked,
    id: 0,
    extra: undefined,
    rounds: 0,
    retried: false,
    ...deadlines(asked.options, connection),
    answering: false,
    onEnd: undefined,
  };
}

/** Gives a request its whole time again, within its limit. */
export function extend(pending: Pending): void {
  if (pending.deadline === Infinity) return;
  const { timeoutMs, limit } = pending;
  pending.deadline = Math.min(performance.now() + timeoutMs, limit);
}

/** Ends a request when its signal is aborted. */
export function follow(
  session: ClientSession,
  pending: Pending,
  signal: AbortSignal,
): void {
  const abort = () =>
    session.fail(pending, aborted(pending.method, signal), true);
  signal.addEventListener("abort", abort);
  const { onEnd } = pending;
  pending.onEnd = () => {
    signal.removeEventListener("abort", abort);
    onEnd?.();
  };
}
