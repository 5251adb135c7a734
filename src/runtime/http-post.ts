import {
  closingError,
  errorText,
  Refusal,
  RunningCall,
  runCall,
  scopeRefusal,
} from "./call.js";
import { HttpExchange } from "./http-exchange.js";
import { sendJson, unserved } from "./http-policy.js";
import { type Inbound, readInbound, whyRefused } from "./inbound.js";
import { errorCode, type RequestId } from "./json-rpc.js";
import { checkHeaders, checkVersionHeader } from "./request-headers.js";
import type { Engine } from "./server-engine.js";
import type { HttpHost, HttpVisit } from "./server-http.js";

/** Answers a POST with this body. Never throws. */
export function answerPost(
  engine: Engine,
  visit: HttpVisit,
  body: string | Error,
): void {
  let id: RequestId | null = null;
  try {
    const value = parse(body);
    // The whole body is refused before anything of it is run.
    const messages: readonly unknown[] = Array.isArray(value) ? value : [value];
    const refusal = scopeRefusal(engine, visit.grant, messages);
    if (refusal !== undefined) throw refusal;
    if (engine.http.some((part) => part.post(visit, value))) return;
    const message = readInbound(value);
    if (message.kind === "request" || message.kind === "invalid")
      id = message.id;
    take(engine, visit, message);
  } catch (error) {
    refuse(engine, visit.host, id, error);
  }
}

function parse(body: string | Error): unknown {
  if (typeof body !== "string") throw body;
  try {
    return JSON.parse(body);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new Refusal(errorCode.parse, "Parse error", 400);
  }
}

/** Takes a message of the modern era, which is complete in itself. */
function take(engine: Engine, visit: HttpVisit, message: Inbound): void {
  const { host } = visit;
  if (message.kind === "invalid") throw message.error;
  if (message.kind === "response")
    throw unserved(400, "A client sends no responses in this version");
  if (message.kind === "notification") {
    // Without a session it finds nothing to change.
    host.send(202, "");
    return;
  }
  const { modern, closing } = engine;
  if (closing || modern === undefined) throw closingError();
  const { method, params } = message;
  checkVersionHeader(modern.newest.profile, host.request, params);
  const caller = modern.admit(method, params, undefined);
  checkHeaders(engine, caller.dialect, host.request, method, params);
  const exchange = new HttpExchange(visit);
  const call = new RunningCall(engine, exchange, caller, message);
  runCall(call);
  exchange.wait(
    caller.dialect.profile.cancelOverHttp === "close" ? call : undefined,
  );
}

/** Answers that a request, or one message of it, is not served. */
export function refuse(
  engine: Engine,
  host: HttpHost,
  id: RequestId | null,
  error: unknown,
): void {
  const refusal = whyRefused(engine, error);
  sendJson(host, refusal.status, errorText(id, refusal), refusal.headers);
}
