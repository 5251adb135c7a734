import {
  closingError,
  errorText,
  Refusal,
  RunningCall,
  runCall,
  scopeRefusal,
} from "./call.js";
import { ProtocolError } from "./errors.js";
import { HttpExchange } from "./http-exchange.js";
import { refusalAnswer } from "./http-policy.js";
import {
  dialectByHeader,
  mustNotBeModern,
  namesModern,
} from "./http-version.js";
import {
  claimsVersion,
  eraOf,
  type Inbound,
  newSession,
  readInbound,
} from "./inbound.js";
import { errorCode, isObject, type RequestId } from "./json-rpc.js";
import { checkHeaders, checkVersionHeader } from "./request-headers.js";
import type { Call, Caller, Dialect, Engine, Link } from "./server-engine.js";
import type { AuthRequest, HttpVisit } from "./server-http.js";

type Request = Extract<Inbound, { kind: "request" }>;

/** A message that has no answer. */
export type OneWay = Extract<Inbound, { kind: "notification" | "response" }>;

/** The answer of one POST on its way. */
export interface PostExchange extends Link {
  /** Answers what has no result. */
  accept(): void;
  /** Says which call ends when the client closes the connection. */
  cancelOnClose(call: Call): void;
}

/** The session that a POST belongs to. */
export interface PostSession {
  readonly caller: Caller;
  /** Takes a call in; throws a `Refusal` when its id is in use. */
  add(call: Call): void;
  /** The call is answered, or given up. */
  drop(call: Call): void;
  received(message: OneWay): void;
}

/** One POST on its way through the server. */
export type Post = {
  readonly engine: Engine;
  readonly request: AuthRequest;
  readonly exchange: PostExchange;
  /** Undefined where the POST is complete in itself. */
  readonly session: PostSession | undefined;
};

/** Answers the body of a POST: by itself, or as a part of a session of the legacy era. */
export function answerPost(
  engine: Engine,
  visit: HttpVisit,
  body: string,
): void {
  const { request } = visit;
  const exchange = new HttpExchange(visit);
  const post: Post = { engine, request, exchange, session: undefined };
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    refuse(
      engine,
      exchange,
      null,
      new Refusal(errorCode.parse, "Parse error", 400),
    );
    return;
  }
  // The whole body is refused before anything of it is run.
  const messages: readonly unknown[] = Array.isArray(value) ? value : [value];
  const refusal = scopeRefusal(engine, visit.grant, messages);
  if (refusal !== undefined) {
    visit.writer.send(refusalAnswer(refusal));
    return;
  }
  const { sessions } = engine;
  const id = request.header("mcp-session-id");
  if (sessions !== undefined && inSession(post, id, value)) {
    sessions.post(visit, opens(value) ? undefined : id, value);
    return;
  }
  takePost(post, value);
  exchange.wait();
}

/** Whether a body belongs to a session, or opens one. The modern era has none, whatever the header says. */
function inSession(
  { engine, request }: Post,
  id: string | undefined,
  value: unknown,
): boolean {
  if (id === undefined && !opens(value)) return false;
  const params = isObject(value) ? value["params"] : undefined;
  if (isObject(params) && claimsVersion(params)) return false;
  return !namesModern(engine, request);
}

function opens(value: unknown): boolean {
  return isObject(value) && value["method"] === "initialize" && "id" in value;
}

/** Takes the decoded body of a POST. Never throws. */
export function takePost(post: Post, value: unknown): void {
  const { engine, exchange } = post;
  if (Array.isArray(value)) {
    takeBatch(post, value.map(readInbound));
    return;
  }
  const message = readInbound(value);
  if (message.kind === "invalid") {
    refuse(engine, exchange, message.id, message.error);
    return;
  }
  const id = message.kind === "request" ? message.id : null;
  try {
    if (message.kind === "request")
      start(post, message, admit(post, message), exchange);
    else accept(post, message);
  } catch (error) {
    refuse(engine, exchange, id, error);
  }
}

function start(
  { engine, exchange, session }: Post,
  request: Request,
  caller: Caller,
  link: Link,
): void {
  const call = new RunningCall(engine, link, caller, request);
  session?.add(call);
  if (caller.dialect.profile.cancelOverHttp === "close")
    exchange.cancelOnClose(call);
  runCall(call);
}

/** Finds out who asks: by the body first, then by the headers (2026-07-28 basic/versioning). */
function admit(
  { engine, request, session }: Post,
  { method, params }: Request,
): Caller {
  if (engine.closing) throw closingError();
  const era = eraOf(engine, params);
  if (era === undefined) throw closingError();
  if (era === engine.modern) {
    checkVersionHeader(era.newest.profile, request, params);
    const caller = era.admit(method, params, undefined);
    checkHeaders(engine, caller.dialect, request, method, params);
    return caller;
  }
  mustNotBeModern(engine, request);
  // What a later request says of its version must be one, though the session knows better.
  const dialect =
    method === "initialize" ? era.newest : dialectByHeader(request, era);
  return era.admit(method, params, session?.caller ?? newSession(dialect));
}

/** Takes what has no answer: 202. Without a session nothing waits for a response, and a notification finds nothing to change. */
function accept(post: Post, message: OneWay): void {
  const { engine, request, session, exchange } = post;
  const { legacy } = engine;
  const modern = namesModern(engine, request);
  if (message.kind === "response" && (legacy === undefined || modern)) {
    throw new Refusal(
      errorCode.invalidRequest,
      "A client sends no responses in this version",
      400,
    );
  }
  const claims = "params" in message && claimsVersion(message.params);
  if (legacy !== undefined && !claims && !modern)
    dialectByHeader(request, legacy);
  session?.received(message);
  exchange.accept();
}

/** Answers that a POST, or one request of it, is not served. */
export function refuse(
  engine: Engine,
  link: Link,
  id: RequestId | null,
  error: unknown,
): void {
  const known =
    error instanceof Refusal || error instanceof ProtocolError
      ? error
      : new Refusal(errorCode.internal, "Internal error", 500);
  if (known !== error)
    engine.warn("A request could not be read", { cause: error });
  const status = known instanceof Refusal ? known.status : 200;
  link.answer(undefined, errorText(id, known), status);
}

/** Answers a JSON-RPC batch with one array, where the version has batches (2025-03-26 basic, Batching). */
function takeBatch(post: Post, messages: readonly Inbound[]): void {
  const { engine, request, session, exchange } = post;
  try {
    if (engine.closing) throw closingError();
    const named = engine.legacy && dialectByHeader(request, engine.legacy);
    const dialect = session?.caller.dialect ?? named;
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
    const link = batchLink(post, waiting);
    for (const message of messages) inBatch(post, message, dialect, link);
    if (waiting === 0) exchange.accept();
  } catch (error) {
    refuse(engine, exchange, null, error);
  }
}

function inBatch(
  post: Post,
  message: Inbound,
  dialect: Dialect,
  link: Link,
): void {
  if (message.kind === "invalid") {
    link.answer(undefined, errorText(message.id, message.error), 400);
    return;
  }
  if (message.kind !== "request") {
    post.session?.received(message);
    return;
  }
  try {
    if (message.method === "initialize" || claimsVersion(message.params)) {
      throw new Refusal(
        errorCode.invalidRequest,
        `${message.method} must not be part of a batch`,
        400,
      );
    }
    start(post, message, post.session?.caller ?? newSession(dialect), link);
  } catch (error) {
    refuse(post.engine, link, message.id, error);
  }
}

/** Gathers the answers of a batch and sends them when the last one is there. */
function batchLink({ exchange, session }: Post, waiting: number): Link {
  const texts: string[] = [];
  let left = waiting;
  const settle = (call: Call | undefined): void => {
    if (call !== undefined) session?.drop(call);
    if (--left === 0) exchange.answer(undefined, `[${texts.join(",")}]`, 200);
  };
  return {
    stream: false,
    grant: exchange.grant,
    emit: (text) => exchange.emit(text),
    answer(call, text) {
      texts.push(text);
      settle(call);
    },
    drop: settle,
    ...(exchange.ask === undefined ? {} : { ask: exchange.ask.bind(exchange) }),
  };
}
