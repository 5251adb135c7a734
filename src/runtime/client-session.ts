import { type Holding, longestDelay } from "./alarm.js";
import {
  aborted,
  asksOnly,
  excerpt,
  readAnswer,
  timedOut,
  tooMany,
} from "./client-messages.js";
import type { ConnectOptions, ServerIdentity } from "./client-options.js";
import type {
  ClientFeatures,
  ClientSession,
  ParameterHeaders,
  Pending,
  Send,
  SendOptions,
  Unanswered,
  Wire,
} from "./client-parts.js";
import { createPending, extend, progressed } from "./client-pending.js";
import { ConnectionError, McpError, ProtocolError } from "./errors.js";
import { isObject, type JsonObject, type RequestId } from "./json-rpc.js";
import type { Channel, Transport } from "./transport.js";

/** Correlates requests with answers on one channel, whatever the era: ids, deadlines, cancellation. */
export class Session implements ClientSession {
  readonly transport: Transport;
  readonly options: ConnectOptions;
  readonly features: ClientFeatures;
  readonly pending = new Map<unknown, Pending>();
  readonly toolHeaders: ClientSession["toolHeaders"];
  declare channel: Channel;
  declare wire: Wire;
  declare server: ServerIdentity | undefined;
  declare listeners: ClientSession["listeners"];
  declare cache: ClientSession["cache"];
  declare described: ClientSession["described"];
  declare ended: ConnectionError | undefined;

  ask: Send = (method, params, options, parameters) =>
    this.request(method, params, options, parameters);

  readonly #headers: ClientFeatures["requestHeaders"];
  #nextId = 1;
  #strays = 0;
  #paused = 0;
  /** One timer for all deadlines, set for the earliest. */
  #timer: Holding | undefined;
  #due = Infinity;

  constructor(
    transport: Transport,
    options: ConnectOptions,
    features: ClientFeatures,
  ) {
    this.transport = transport;
    this.options = options;
    this.features = features;
    if (transport.kind !== "http") return;
    this.#headers = features.requestHeaders;
    this.toolHeaders = features.toolHeaders?.(this);
  }

  request(
    method: string,
    params?: object,
    options: SendOptions = {},
    parameters?: ParameterHeaders,
  ): Promise<JsonObject> {
    return new Promise((resolve, reject) => {
      const { signal } = options;
      const { size } = this.pending;
      if (this.ended !== undefined) throw this.ended;
      const abort = (): void => {
        const error = aborted(method, signal);
        this.fail(pending, error, true);
        // Where nothing was sent yet.
        reject(error);
      };
      const pending = createPending(
        method,
        params,
        options,
        parameters,
        this.options,
        resolve,
        reject,
      );
      if (signal?.aborted === true) return abort();
      if (size >= (this.options.maxPending ?? 10_000))
        throw tooMany(method, size);
      this.#send(pending);
      if (signal === undefined) return;
      signal.addEventListener("abort", abort);
      pending.onEnd = () => signal.removeEventListener("abort", abort);
    });
  }

  again(pending: Pending): void {
    if (!this.pending.delete(pending.id)) return;
    pending.answering = false;
    extend(pending);
    this.#send(pending);
  }

  tell(message: Unanswered, taken?: () => void): void {
    if (this.ended !== undefined) return;
    const headers = this.#headers?.(this, message.method ?? "");
    this.channel.send({ text: JSON.stringify(message), headers, taken });
  }

  fail(pending: Pending, error: McpError, tell = false): void {
    if (!this.#end(pending)) return;
    if (tell && !pending.answering) this.#cancel(pending, error.message);
    pending.reject(error);
  }

  succeed(pending: Pending, result: JsonObject): void {
    if (!this.#end(pending)) return;
    const listed =
      pending.method === "tools/list" && this.toolHeaders?.listed(result);
    pending.resolve(listed || result);
  }

  pause(): () => void {
    this.#paused++;
    return () => {
      this.#paused--;
      for (const pending of this.pending.values()) extend(pending);
    };
  }

  warning(text: string): void {
    this.options.onWarning?.(text);
  }

  close(): Promise<void> {
    this.closed(new ConnectionError("closed", "The client was closed"), true);
    return this.channel.close();
  }

  closed(error: ConnectionError, forGood = false): void {
    if (this.ended !== undefined && !forGood) return;
    // Before the first message there is no wire yet.
    const wire = this.wire as Wire | undefined;
    const restarts =
      !forGood && wire?.stateless === true && this.channel.restarts === true;
    if (restarts) this.warning(error.message);
    else this.ended = error;
    for (const pending of [...this.pending.values()])
      // A call may have been carried out.
      if (restarts && !pending.retried && asksOnly(pending.method)) {
        pending.retried = true;
        this.again(pending);
      } else this.fail(pending, error);
    if (restarts) return;
    wire?.ended?.();
    this.listeners?.stop();
    clearTimeout(this.#timer as never);
  }

  failed(id: RequestId, error: ConnectionError): void {
    const pending = this.pending.get(id);
    if (pending !== undefined && this.wire.failed?.(pending, error) !== true)
      this.fail(pending, error);
  }

  forgotten(): void {
    this.wire.forgotten?.();
  }

  message(value: unknown): void {
    // A batch holds messages, not batches.
    if (Array.isArray(value) && this.wire.profile.batches === true)
      for (const one of value) this.#hear(one);
    else this.#hear(value);
  }

  heard(method: string, params: JsonObject, id: unknown): void {
    if (id === undefined) this.listeners?.heard(method, params);
    else this.warning(`This version has no requests of a server: ${method}`);
  }

  refused(pending: Pending, error: ProtocolError): void {
    this.fail(pending, error);
  }

  #hear(value: unknown): void {
    if (!isObject(value)) {
      this.warning(`The server sent no JSON-RPC message: ${excerpt(value)}`);
      return;
    }
    const { method, id } = value;
    if (typeof method !== "string") {
      this.#answered(value);
      return;
    }
    const params = isObject(value["params"]) ? value["params"] : {};
    if (id === undefined && method === "notifications/progress")
      progressed(this, params);
    else this.heard(method, params, id);
  }

  #answered(message: JsonObject): void {
    const pending = this.pending.get(message["id"]);
    if (pending === undefined || pending.answering) {
      this.#strays++;
      this.warning(`Nothing waits for this message: ${excerpt(message)}`);
      return;
    }
    const answer = readAnswer(pending.method, message);
    if (answer instanceof ProtocolError) this.refused(pending, answer);
    else if (answer instanceof McpError) this.fail(pending, answer);
    else {
      // An absent one means "complete" (basic, resultType).
      const { resultType: kind = "complete" } = answer;
      const { wire } = this;
      if (kind === "complete" || !wire.profile.resultType)
        this.succeed(pending, answer);
      else wire.unfinished?.(pending, answer);
    }
  }

  #send(pending: Pending): void {
    const { method, extra } = pending;
    const params = extra ? { ...pending.params, ...extra } : pending.params;
    const id = this.#nextId++;
    const body = this.wire.params(params, pending.reports ? id : undefined);
    pending.id = id;
    this.pending.set(id, pending);
    this.#timer?.ref?.();
    this.#watch(pending.deadline);
    const held = this.wire.held?.(method);
    if (held !== undefined) {
      // As long as it is not sent there is no answer to look at, and nothing to cancel.
      pending.answering = true;
      held.then(
        () => this.again(pending),
        (error: unknown) => this.fail(pending, error as McpError),
      );
      return;
    }
    const { profile } = this.wire;
    this.channel.send({
      text: `{"jsonrpc":"2.0","id":${id},"method":${JSON.stringify(method)}${body}}`,
      id,
      method,
      profile,
      headers: this.#headers?.(this, method, params, pending.parameters),
    });
  }

  /** False when the request had ended before. */
  #end(pending: Pending): boolean {
    const waited = this.pending.delete(pending.id);
    if (this.pending.size === 0) this.#timer?.unref?.();
    if (waited) pending.onEnd?.();
    return waited;
  }

  #cancel({ id: requestId, options }: Pending, reason: string): void {
    const byMessage =
      this.transport.kind === "stream" ||
      this.wire.profile.cancelOverHttp === "notification";
    const method = "notifications/cancelled";
    const params = { requestId, reason };
    if (byMessage && options.opens !== true)
      this.tell({ jsonrpc: "2.0", method, params });
    this.channel.abandon(requestId);
  }

  /** Looks at the deadlines at this time at the latest. */
  #watch(deadline: number): void {
    if (deadline >= this.#due) return;
    clearTimeout(this.#timer as never);
    this.#due = deadline;
    const delay = Math.min(deadline - performance.now(), longestDelay);
    const timer: unknown = setTimeout(() => this.#expire(), delay);
    this.#timer = timer as Holding;
  }

  #expire(): void {
    const now = performance.now();
    let next = Infinity;
    for (const pending of this.pending.values()) {
      const { method, limit, deadline } = pending;
      const waits = deadline < limit && (pending.answering || this.#paused > 0);
      const due = waits ? limit : deadline;
      if (due > now) next = Math.min(next, due);
      else this.fail(pending, timedOut(method, this.#strays), true);
    }
    this.#due = Infinity;
    this.#watch(next);
  }
}
