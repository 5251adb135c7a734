import { closingError, errorText, RunningCall, runCall } from "./call.js";
import { unserved } from "./http-policy.js";
import {
  claimsVersion,
  type Inbound,
  newSession,
  readInbound,
  whyRefused,
} from "./inbound.js";
import { isObject, type RequestId } from "./json-rpc.js";
import type {
  Call,
  Caller,
  Dialect,
  Engine,
  EraServer,
  Link,
} from "./server-engine.js";
import type { AuthRequest } from "./server-http.js";

/** A message that has no answer. */
export type OneWay = Extract<Inbound, { kind: "notification" | "response" }>;

/** The answer of one POST on its way. */
export interface PostExchange extends Link {
  /** Answers what has no result. */
  accept(): void;
  /** Has the closed connection noticed, if the answer is still to come. */
  wait(): void;
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

/** One POST of the legacy era on its way through the server. */
export type Post = {
  readonly engine: Engine;
  readonly legacy: EraServer;
  readonly request: AuthRequest;
  readonly exchange: PostExchange;
  /** Undefined where the POST is complete in itself. */
  readonly session: PostSession | undefined;
};

/** The version of a legacy request: what its header says, else what the versions say to assume. */
export function dialectByHeader(request: AuthRequest, era: EraServer): Dialect {
  const version = request.header("mcp-protocol-version");
  const { assumedVersion } = era.newest.profile;
  if (version === undefined)
    return era.dialects.get(assumedVersion ?? "") ?? era.newest;
  const dialect = era.dialects.get(version);
  if (dialect !== undefined) return dialect;
  const supported = [...era.dialects.keys()];
  throw unserved(
    400,
    `MCP-Protocol-Version must be one of ${supported.join(", ")}`,
  );
}

/** Whether a body is of the modern era: it says so itself, or the header names one of its versions. */
export function isModern(
  { modern }: Engine,
  request: AuthRequest,
  value: unknown,
): boolean {
  if (modern === undefined || Array.isArray(value)) return false;
  const version = request.header("mcp-protocol-version");
  if (version !== undefined && modern.dialects.has(version)) return true;
  const params = isObject(value) ? value["params"] : undefined;
  return isObject(params) && claimsVersion(params);
}

/** Takes the decoded body of a POST. Never throws. */
export function takePost(post: Post, value: unknown): void {
  if (Array.isArray(value)) takeBatch(post, value.map(readInbound));
  else takeOne(post, readInbound(value));
  post.exchange.wait();
}

function takeOne(post: Post, message: Inbound): void {
  const { engine, legacy, request, session, exchange } = post;
  if (message.kind === "invalid") {
    refuse(engine, exchange, message.id, message.error);
    return;
  }
  const id = message.kind === "request" ? message.id : null;
  try {
    if (message.kind !== "request") {
      dialectByHeader(request, legacy);
      session?.received(message);
      exchange.accept();
      return;
    }
    if (engine.closing) throw closingError();
    const { method, params } = message;
    // What a later request says of its version must be one, though the session knows better.
    const dialect =
      method === "initialize"
        ? legacy.newest
        : dialectByHeader(request, legacy);
    const from = session?.caller ?? newSession(dialect);
    start(post, message, legacy.admit(method, params, from), exchange);
  } catch (error) {
    refuse(engine, exchange, id, error);
  }
}

function start(
  { engine, session }: Post,
  request: Extract<Inbound, { kind: "request" }>,
  caller: Caller,
  link: Link,
): void {
  const call = new RunningCall(engine, link, caller, request);
  session?.add(call);
  runCall(call);
}

function refuse(
  engine: Engine,
  link: Link,
  id: RequestId | null,
  error: unknown,
): void {
  const refusal = whyRefused(engine, error);
  link.answer(undefined, errorText(id, refusal), refusal.status);
}

/** Answers a JSON-RPC batch with one array, where the version has batches (2025-03-26 basic, Batching). */
function takeBatch(post: Post, messages: readonly Inbound[]): void {
  const { engine, legacy, request, session, exchange } = post;
  try {
    if (engine.closing) throw closingError();
    const named = dialectByHeader(request, legacy);
    const dialect = session?.caller.dialect ?? named;
    if (dialect.profile.batches !== true || messages.length === 0)
      throw unserved(400, "The body must be one message");
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
    refuse(post.engine, link, message.id, message.error);
    return;
  }
  if (message.kind !== "request") {
    post.session?.received(message);
    return;
  }
  const { id, method, params } = message;
  try {
    if (method === "initialize" || claimsVersion(params))
      throw unserved(400, `${method} must not be part of a batch`);
    start(post, message, post.session?.caller ?? newSession(dialect), link);
  } catch (error) {
    refuse(post.engine, link, id, error);
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
