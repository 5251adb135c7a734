import type { CallOptions, ConnectOptions } from "./client-options.js";
import type {
  ClientFeatures,
  ClientSession,
  EarlyRequest,
  Listeners,
  ParameterHeaders,
  Pending,
  Wire,
} from "./client-parts.js";
import { Alarm } from "./alarm.js";
import {
  aborted,
  asksOnly,
  excerpt,
  isComplete,
  isOpening,
  type Message,
  readAnswer,
  requestText,
  timedOut,
} from "./client-messages.js";
import { createPending, extend, follow } from "./client-pending.js";
import { ConnectionError, McpError, ProtocolError } from "./errors.js";
import { hear, type Hearer } from "./client-incoming.js";
import type { ErrorObject, JsonObject, RequestId } from "./json-rpc.js";
import type { Channel, Receiver, Transport } from "./transport.js";

/** Correlates requests with answers on one channel, whatever the era: ids, deadlines, cancellation. */
export class Session implements ClientSession, Receiver, Hearer {
  readonly kind: Transport["kind"];
  readonly options: ConnectOptions;
  readonly warning: (text: string) => void;
  readonly features: ClientFeatures;
  channel!: Channel;
  wire!: Wire;
  early: EarlyRequest[] = [];
  listeners: Listeners | undefined;

  readonly #pending = new Map<unknown, Pending>();
  #nextId = 1;
  #ended: ConnectionError | undefined;
  #closing = false;
  #restarting: Promise<boolean> | undefined;
  readonly #alarm = new Alarm((now) => this.#expire(now));
  readonly #paused = new Set<symbol>();
  #strays = 0;

  constructor(
    kind: Transport["kind"],
    options: ConnectOptions,
    features: ClientFeatures,
  ) {
    this.kind = kind;
    this.options = options;
    this.warning = (text) => options.onWarning?.(text);
    this.features = features;
  }

  request(
    method: string,
    params: object | undefined,
    options: CallOptions,
    parameters?: ParameterHeaders,
  ): Promise<JsonObject> {
    return new Promise((resolve, reject) => {
      const { signal } = options;
      if (this.#ended !== undefined && !this.#restarts()) throw this.#ended;
      if (signal?.aborted === true) throw aborted(method, signal);
      const pending = createPending(
        { method, params, options, parameters, resolve, reject },
        this.options,
        this.#pending.size,
      );
      this.#send(pending);
      if (signal !== undefined) follow(this, pending, signal);
    });
  }

  again(pending: Pending): void {
    if (this.#pending.get(pending.id) !== pending) return;
    this.#pending.delete(pending.id);
    pending.answering = false;
    extend(pending);
    this.#send(pending);
  }

  notify(method: string, params?: object, taken?: () => void): void {
    this.#tell(method, { jsonrpc: "2.0", method, params }, taken);
  }

  respond(
    id: RequestId,
    result: object | undefined,
    error?: ErrorObject,
  ): void {
    this.#tell("", { jsonrpc: "2.0", id, result, error });
  }

  pending(id: unknown): Pending | undefined {
    return this.#pending.get(id);
  }

  fail(pending: Pending, error: McpError, tell = false): void {
    if (!this.#end(pending)) return;
    if (tell && !pending.answering) this.#cancel(pending, error.message);
    pending.reject(error);
  }

  succeed(pending: Pending, result: JsonObject): void {
    if (this.#end(pending))
      pending.resolve(this.wire.received?.(pending.method, result) ?? result);
  }

  pause(): () => void {
    const question = Symbol();
    this.#paused.add(question);
    return () => {
      this.#paused.delete(question);
      for (const pending of this.#pending.values()) extend(pending);
    };
  }

  async revive(): Promise<boolean> {
    if (this.#ended === undefined) return true;
    if (this.channel.restart === undefined) return false;
    await this.channel.restart();
    if (this.#closing) {
      await this.channel.close();
      return false;
    }
    this.#ended = undefined;
    this.early = [];
    return true;
  }

  async close(): Promise<void> {
    this.#closing = true;
    this.#ended = undefined;
    this.closed(new ConnectionError("closed", "The client was closed"));
    await this.channel.close();
  }

  message(value: unknown): void {
    hear(this, value);
  }

  failed(id: RequestId, error: ConnectionError): void {
    const pending = this.#pending.get(id);
    if (pending === undefined || this.wire.failed?.(pending, error)) return;
    this.fail(pending, error);
  }

  forgotten(): void {
    this.wire.forgotten?.();
  }

  closed(error: ConnectionError): void {
    if (this.#ended !== undefined) return;
    this.#ended = error;
    const restarts = this.#restarts();
    for (const pending of [...this.#pending.values()]) {
      // A call may have been carried out.
      if (restarts && !pending.retried && asksOnly(pending.method)) {
        pending.retried = true;
        this.again(pending);
      } else this.fail(pending, error);
    }
    if (restarts) return this.warning(error.message);
    // Before the first message there is no wire yet.
    (this.wire as Wire | undefined)?.ended();
    this.listeners?.stop();
    this.#alarm.stop();
  }

  notified(method: string, params: JsonObject): void {
    this.listeners?.heard(method, params);
  }

  progressed(pending: Pending, params: JsonObject): void {
    extend(pending);
    try {
      pending.options.onProgress?.(params as { progress: number });
    } catch (error) {
      this.warning(`onProgress threw: ${excerpt(error)}`);
    }
  }

  answered(message: Message): void {
    const pending = this.#pending.get(message.id);
    if (pending === undefined || pending.answering) {
      this.#strays++;
      this.warning(`Nothing waits for this message: ${excerpt(message)}`);
      return;
    }
    const answer = readAnswer(pending.method, message);
    if (answer instanceof McpError) this.#refused(pending, answer);
    else if (!isComplete(answer, this.wire))
      this.wire.unfinished(pending, answer);
    else this.succeed(pending, answer);
  }

  #refused(pending: Pending, error: McpError): void {
    const helped =
      error instanceof ProtocolError && this.wire.refused?.(pending, error);
    if (helped !== true) this.fail(pending, error);
  }

  #tell(method: string, message: object, taken?: () => void): void {
    if (this.#ended !== undefined) return;
    const http = this.kind === "http";
    const headers = http ? this.wire.headers(method, undefined) : undefined;
    const text = JSON.stringify(message);
    this.channel.send({ text, headers, taken });
  }

  #send(pending: Pending): void {
    const { method, extra, options } = pending;
    const params = extra ? { ...pending.params, ...extra } : pending.params;
    const id = this.#nextId++;
    const wanted =
      options.onProgress !== undefined ||
      options.maxTotalMs !== undefined ||
      this.options.maxTotalMs !== undefined;
    const body = this.wire.params(params, wanted ? id : undefined);
    const http = this.kind === "http";
    pending.id = id;
    this.#pending.set(id, pending);
    this.#alarm.hold(true);
    this.#alarm.watch(pending.deadline);
    const held =
      this.#ended === undefined ? this.wire.held?.(method) : this.#restart();
    if (held !== undefined) {
      // As long as it is not sent there is no answer to look at, and nothing to cancel.
      pending.answering = true;
      held.then(
        () => this.again(pending),
        (error: unknown) => this.fail(pending, error as McpError),
      );
      return;
    }
    this.channel.send({
      text: requestText(id, method, body),
      id,
      headers: http
        ? this.wire.headers(method, params, pending.parameters)
        : undefined,
      method,
      profile: this.wire.profile,
    });
  }

  /** Whether a peer that ended by itself is started again with the next request (basic/transports/stdio). */
  #restarts(): boolean {
    const isStateless = (this.wire as Wire | undefined)?.stateless === true;
    return isStateless && !this.#closing && this.channel.restart !== undefined;
  }

  async #restart(): Promise<void> {
    this.#restarting ??= this.revive().finally(() => {
      this.#restarting = undefined;
    });
    await this.#restarting;
  }

  /** False when the request had ended before. */
  #end(pending: Pending): boolean {
    if (this.#pending.get(pending.id) !== pending) return false;
    this.#pending.delete(pending.id);
    if (this.#pending.size === 0) this.#alarm.hold(false);
    pending.onEnd?.();
    return true;
  }

  #cancel({ id, method }: Pending, reason: string): void {
    const byMessage =
      this.kind === "stream" ||
      this.wire.profile.cancelOverHttp === "notification";
    // Opening requests must not be cancelled: the peer may not even know the notification yet.
    if (byMessage && !isOpening(method))
      this.notify("notifications/cancelled", { requestId: id, reason });
    this.channel.abandon(id);
  }

  /** Ends what is overdue and says when to look again. */
  #expire(now: number): number {
    let next = Infinity;
    for (const pending of this.#pending.values()) {
      const { method, limit, deadline } = pending;
      const waits =
        deadline < limit && (pending.answering || this.#paused.size > 0);
      const due = waits ? limit : deadline;
      if (due <= now) this.fail(pending, timedOut(method, this.#strays), true);
      else next = Math.min(next, due);
    }
    return next;
  }
}
