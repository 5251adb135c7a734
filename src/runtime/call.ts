import { errorCode, type JsonObject, type RequestId } from "./json-rpc.js";
import { McpError, ProtocolError } from "./errors.js";
import type { Call, Caller, Dialect, Engine, Link } from "./server-engine.js";
import type { AuthGrant } from "./server-http.js";
import type { ServerProfile } from "./profile.js";

/** An error of the protocol itself, not of a handler: it has an HTTP status of its own. */
export class Refusal extends McpError {
  override readonly name = "Refusal";
  readonly code: number;
  readonly data: unknown;
  /** The HTTP status; other transports ignore it. */
  readonly status: number;
  /** HTTP headers that tell more. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: number,
    message: string,
    status: number,
    data?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.code = code;
    this.status = status;
    this.data = data;
    this.headers = headers;
  }
}

/** A refusal with the HTTP status that the version gives its code. */
export function refuse(
  profile: ServerProfile,
  code: number,
  message: string,
  data?: unknown,
): Refusal {
  return new Refusal(code, message, profile.errorStatuses?.[code] ?? 200, data);
}

/** The last answer to a request that comes, or still waits, while the server closes. */
export function closingError(): Refusal {
  return new Refusal(errorCode.internal, "The server is shutting down", 503);
}

/** The refusal of messages that need more scopes than the caller has; undefined when it may go on. */
export function scopeRefusal(
  engine: Engine,
  grant: AuthGrant,
  messages: readonly unknown[],
): Refusal | undefined {
  const lack = engine.scopes?.lack(engine, grant, messages);
  if (lack === undefined) return undefined;
  return new Refusal(
    errorCode.invalidRequest,
    `This needs a token with the scopes ${lack.needed.join(" ")}`,
    403,
    undefined,
    { "WWW-Authenticate": lack.challenge },
  );
}

/** One request in flight. */
export class RunningCall implements Call {
  readonly engine: Engine;
  readonly link: Link;
  readonly caller: Caller;
  readonly dialect: Dialect;
  readonly id: RequestId;
  readonly method: string;
  params: JsonObject;
  open = true;
  #controller: AbortController | undefined;
  #cancelled: { readonly reason: unknown } | undefined;

  constructor(
    engine: Engine,
    link: Link,
    caller: Caller,
    request: {
      readonly id: RequestId;
      readonly method: string;
      readonly params: JsonObject;
    },
  ) {
    this.engine = engine;
    this.link = link;
    this.caller = caller;
    this.dialect = caller.dialect;
    this.id = request.id;
    this.method = request.method;
    this.params = request.params;
  }

  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#cancelled !== undefined)
      this.#controller.abort(this.#cancelled.reason);
    return this.#controller.signal;
  }

  cancel(reason: unknown): void {
    if (!this.settle()) return;
    this.#stop(reason);
    this.link.drop(this);
  }

  giveUp(): void {
    if (!this.settle()) return;
    const error = closingError();
    this.link.answer(this, errorText(this.id, error), error.status);
    this.#stop(error);
  }

  settle(): boolean {
    const was = this.open;
    this.open = false;
    return was;
  }

  #stop(reason: unknown): void {
    this.#cancelled = { reason };
    this.#controller?.abort(reason);
    this.engine.end(this);
  }
}

/** Requests that `intercept` does not see: they are about the channel itself. */
const unseen: ReadonlySet<string> = new Set([
  "initialize",
  "subscriptions/listen",
]);

/** Answers a request: at once where the handler allows it, else when its promise settles. Never throws. */
export function runCall(call: Call): void {
  let result: string | Promise<string>;
  try {
    const { intercept } = call.engine;
    result =
      intercept === undefined || unseen.has(call.method)
        ? call.dialect.answer(call)
        : intercepted(call, intercept);
  } catch (error) {
    fail(call, error);
    return;
  }
  if (typeof result === "string") {
    finish(call, result);
    return;
  }
  call.engine.begin(call);
  void result
    .then(
      (text) => finish(call, text),
      (error: unknown) => fail(call, error),
    )
    .finally(() => call.engine.end(call));
}

async function intercepted(
  call: Call,
  intercept: NonNullable<Engine["intercept"]>,
): Promise<string> {
  const next = async (): Promise<JsonObject> => {
    // `intercept` may have made another request of the one that was let in.
    const refusal = scopeRefusal(call.engine, call.link.grant, [call]);
    if (refusal !== undefined) throw refusal;
    return JSON.parse(await call.dialect.answer(call)) as JsonObject;
  };
  return call.dialect.object(call.method, { ...(await intercept(call, next)) });
}

function finish(call: Call, result: string): void {
  if (call.settle()) call.link.answer(call, resultText(call.id, result), 200);
}

function fail(call: Call, error: unknown): void {
  if (!call.settle()) return;
  let text: string;
  let status = 200;
  let headers: Refusal["headers"] | undefined;
  try {
    let known: WireError;
    [known, status] = statusOf(call, error);
    if (known === internal)
      call.engine.warn(`${call.method} failed`, { cause: error });
    text = errorText(call.id, known);
    if (known instanceof Refusal) headers = known.headers;
  } catch (cause) {
    // A handler may throw what cannot be looked at, or data that JSON does not have.
    call.engine.warn(`The error of ${call.method} cannot be sent`, { cause });
    text = errorText(call.id, internal);
    status = 200;
  }
  call.link.answer(call, text, status, headers);
}

const internal: WireError = {
  code: errorCode.internal,
  message: "Internal error",
  data: undefined,
};

/** What a handler throws stays HTTP 200, except for a missing capability, which only a handler can find. */
function statusOf(call: Call, error: unknown): [WireError, number] {
  if (error instanceof Refusal) return [error, error.status];
  if (!(error instanceof ProtocolError) || !Number.isInteger(error.code))
    return [internal, 200];
  const { errorCodes, errorStatuses } = call.dialect.profile;
  const status =
    error.code === errorCodes.missingClientCapability
      ? errorStatuses?.[error.code]
      : undefined;
  return [error, status ?? 200];
}

type WireError = {
  readonly code: number;
  readonly message: string;
  readonly data: unknown;
};

/** The text of a JSON-RPC answer around the text of a result. */
export function resultText(id: RequestId, result: string): string {
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`;
}

/** The text of a JSON-RPC error; `id` is null where it could not be read. */
export function errorText(id: RequestId | null, error: WireError): string {
  const { code, message, data } = error;
  return JSON.stringify({ jsonrpc: "2.0", id, error: { code, message, data } });
}

/** The text of a notification. */
export function notificationText(method: string, params?: JsonObject): string {
  return JSON.stringify({ jsonrpc: "2.0", method, params });
}
