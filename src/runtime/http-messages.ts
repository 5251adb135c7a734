import {
  closingError,
  errorText,
  Refusal,
  RunningCall,
  runCall,
} from "./call.js";
import { ProtocolError } from "./errors.js";
import { HttpExchange, type HttpWriter } from "./http-exchange.js";
import type { HttpOptions } from "./http-policy.js";
import {
  claimsVersion,
  eraOf,
  type Inbound,
  newSession,
  readInbound,
} from "./inbound.js";
import { errorCode, type JsonObject, type RequestId } from "./json-rpc.js";
import { checkHeaders } from "./request-headers.js";
import type {
  AuthGrant,
  AuthRequest,
  Call,
  Caller,
  Dialect,
  Engine,
  EraServer,
  Link,
} from "./server-engine.js";

type Request = Extract<Inbound, { kind: "request" }>;

/** One POST on its way through the server. */
type Post = {
  readonly engine: Engine;
  readonly request: AuthRequest;
  readonly exchange: HttpExchange;
  readonly writer: HttpWriter;
};

/**
 * Answers the body of a POST. Each is complete in itself: clients of the legacy
 * era are served without sessions. The exchange that comes back is done, or waits.
 */
export function answerPost(
  engine: Engine,
  request: AuthRequest,
  body: string,
  writer: HttpWriter,
  grant: AuthGrant,
  options: HttpOptions,
): HttpExchange {
  const exchange = new HttpExchange(writer, grant, options.keepAliveMs);
  const post: Post = { engine, request, exchange, writer };
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    refuse(post, null, new Refusal(errorCode.parse, "Parse error", 400));
    return exchange;
  }
  if (Array.isArray(value)) batch(post, value);
  else single(post, readInbound(value));
  return exchange;
}

function single(post: Post, message: Inbound): void {
  if (message.kind === "invalid") {
    refuse(post, message.id, message.error);
    return;
  }
  const id = message.kind === "request" ? message.id : null;
  try {
    if (message.kind === "request")
      start(post, message, admit(post, message), post.exchange);
    else accept(post, message);
  } catch (error) {
    refuse(post, id, error);
  }
}

function start(
  { engine, exchange }: Post,
  request: Request,
  caller: Caller,
  link: Link,
): void {
  const call = new RunningCall(engine, link, caller, request);
  if (caller.dialect.profile.cancelOverHttp === "close")
    exchange.cancelOnClose(call);
  runCall(call);
}

/** Finds out who asks: by the body first, then by the headers (2026-07-28 basic/versioning). */
function admit(post: Post, { method, params }: Request): Caller {
  const { engine, request } = post;
  if (engine.closing) throw closingError();
  const era = eraOf(engine, params);
  if (era === undefined) throw closingError();
  if (era === engine.modern) {
    const caller = era.admit(method, params, undefined);
    checkHeaders(engine, caller.dialect, request, method, params);
    return caller;
  }
  mustNotBeModern(post, params);
  const dialect =
    method === "initialize" ? era.newest : dialectByHeader(post, era);
  return era.admit(method, params, newSession(dialect));
}

/** A header that names a version of the modern era, above a body that claims none, is a malformed modern request. */
function mustNotBeModern({ engine, request }: Post, params: JsonObject): void {
  const version = request.header("mcp-protocol-version");
  if (
    version === undefined ||
    engine.modern?.dialects.has(version) !== true ||
    claimsVersion(params)
  )
    return;
  const { envelopeStatus } = engine.modern.newest.profile;
  throw new Refusal(
    errorCode.invalidParams,
    "params._meta must say the protocol version that the header names",
    envelopeStatus,
  );
}

/** The version of a legacy request: what its header says, else what the versions say to assume. */
function dialectByHeader({ request }: Post, era: EraServer): Dialect {
  const version = request.header("mcp-protocol-version");
  const { assumedVersion } = era.newest.profile;
  if (version === undefined)
    return era.dialects.get(assumedVersion ?? "") ?? era.newest;
  const dialect = era.dialects.get(version);
  if (dialect !== undefined) return dialect;
  const supported = [...era.dialects.keys()];
  throw new Refusal(
    errorCode.invalidRequest,
    `MCP-Protocol-Version must be one of ${supported.join(", ")}`,
    400,
  );
}

/** Takes what has no answer: 202. Without sessions nothing waits for a response, and a notification finds nothing to change. */
function accept(
  post: Post,
  message: Exclude<Inbound, { kind: "request" | "invalid" }>,
): void {
  const { engine, request, writer } = post;
  if (message.kind === "response") {
    const version = request.header("mcp-protocol-version");
    if (
      engine.legacy === undefined ||
      (version !== undefined && engine.modern?.dialects.has(version) === true)
    ) {
      throw new Refusal(
        errorCode.invalidRequest,
        "A client sends no responses in this version",
        400,
      );
    }
  }
  if (
    engine.legacy !== undefined &&
    !("params" in message && claimsVersion(message.params))
  ) {
    const version = request.header("mcp-protocol-version");
    if (version !== undefined && engine.modern?.dialects.has(version) !== true)
      dialectByHeader(post, engine.legacy);
  }
  writer.send({ status: 202, headers: {}, body: "" });
  post.exchange.drop();
}

function refuse(
  { engine, exchange }: Post,
  id: RequestId | null,
  error: unknown,
): void {
  if (error instanceof Refusal) {
    exchange.answer(undefined, errorText(id, error), error.status);
    return;
  }
  const known =
    error instanceof ProtocolError
      ? error
      : new Refusal(errorCode.internal, "Internal error", 500);
  if (known !== error)
    engine.warn("A request could not be read", { cause: error });
  exchange.answer(
    undefined,
    errorText(id, known),
    known instanceof Refusal ? known.status : 200,
  );
}

/** Answers a JSON-RPC batch with one array, where the version has batches (2025-03-26 basic, Batching). */
function batch(post: Post, values: readonly unknown[]): void {
  const { engine } = post;
  const messages = values.map(readInbound);
  const texts: string[] = [];
  try {
    if (engine.closing) throw closingError();
    const dialect =
      engine.legacy === undefined
        ? undefined
        : dialectByHeader(post, engine.legacy);
    if (dialect?.profile.batches !== true || messages.length === 0) {
      throw new Refusal(
        errorCode.invalidRequest,
        "The body must be one message",
        400,
      );
    }
    const waiting = messages.filter(
      ({ kind }) => kind === "request" || kind === "invalid",
    ).length;
    if (waiting === 0) {
      post.writer.send({ status: 202, headers: {}, body: "" });
      post.exchange.drop();
      return;
    }
    const link = batchLink(post, texts, waiting);
    for (const message of messages) inBatch(post, message, dialect, link);
  } catch (error) {
    refuse(post, null, error);
  }
}

function inBatch(
  post: Post,
  message: Inbound,
  dialect: Dialect,
  link: Link,
): void {
  if (message.kind === "invalid")
    link.answer(undefined, errorText(message.id, message.error), 400);
  if (message.kind !== "request") return;
  if (message.method === "initialize" || claimsVersion(message.params)) {
    const error = new Refusal(
      errorCode.invalidRequest,
      `${message.method} must not be part of a batch`,
      400,
    );
    link.answer(undefined, errorText(message.id, error), 400);
    return;
  }
  start(post, message, newSession(dialect), link);
}

/** Gathers the answers of a batch and sends them when the last one is there. */
function batchLink({ exchange }: Post, texts: string[], waiting: number): Link {
  return {
    stream: false,
    auth: exchange.auth,
    principal: exchange.principal,
    emit: (text) => exchange.emit(text),
    answer(call: Call | undefined, text: string) {
      if (texts.push(text) === waiting)
        exchange.answer(call, `[${texts.join(",")}]`, 200);
    },
    drop: () => undefined,
  };
}
