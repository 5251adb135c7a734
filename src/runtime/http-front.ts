import { answerPost } from "./http-messages.js";
import {
  checkOrigin,
  checkType,
  defaultMaxBodyBytes,
  defaultSsePath,
  type HttpOptions,
  notServed,
  pathOf,
  streamOf,
  tooLarge,
  unreadable,
} from "./http-policy.js";
import type { Engine } from "./server-engine.js";
import type {
  AuthGrant,
  AuthRequest,
  HttpAnswer,
  HttpVisit,
  HttpWriter,
} from "./server-http.js";

/** One HTTP request as `node:http`, or a host of Web-standard requests, has it. */
export interface HttpHost {
  readonly request: AuthRequest;
  readonly writer: HttpWriter;
  /** The request came in on an address of this machine alone. */
  readonly loopback: boolean;
  /** Answers without reading the body. */
  refuse(answer: HttpAnswer): void;
  /** Reads the body and calls back once: with its text, or with what is wrong. */
  read(limit: number, done: (body: Body) => void): void;
}

/** The body of a request; "long" when it is over the limit, "broken" when it cannot be read. */
export type Body = { readonly text: string } | "long" | "broken";

/** Answers a request, of whatever host: who asks comes first, then the method and the path. Never throws. */
export function serveRequest(
  engine: Engine,
  host: HttpHost,
  options: HttpOptions,
): void {
  const { request, loopback } = host;
  const refused = checkOrigin(engine, request, options, loopback);
  if (refused !== undefined) host.refuse(refused);
  else if (engine.auth === undefined)
    route(engine, host, { auth: undefined }, options);
  else void authorize(engine, host, options);
}

async function authorize(
  engine: Engine,
  host: HttpHost,
  options: HttpOptions,
): Promise<void> {
  try {
    const outcome = await engine.auth?.(host.request);
    if (outcome === undefined) throw new TypeError("auth gave no answer");
    if ("auth" in outcome) {
      route(engine, host, outcome, options);
      return;
    }
    const { status, headers = {}, body = "", warning } = outcome;
    if (warning !== undefined) engine.warn(warning);
    host.refuse({ status, headers, body });
  } catch (error) {
    engine.warn("auth failed", { cause: error });
    host.refuse({ status: 500, headers: {}, body: "" });
  }
}

function route(
  engine: Engine,
  host: HttpHost,
  grant: AuthGrant,
  options: HttpOptions,
): void {
  const { request, writer } = host;
  const visit: HttpVisit = { request, grant, writer, options };
  const { sessions } = engine;
  const { ssePath = defaultSsePath } = options;
  const onSse = engine.sse !== undefined && pathOf(request) === ssePath;
  const sse = onSse ? engine.sse : undefined;
  const id = request.header("mcp-session-id");
  const { method } = request;
  if (method === "POST") {
    readPost(host, options, (body) => {
      if (sse !== undefined && streamOf(request) !== undefined)
        sse.post(visit, body);
      else answerPost(engine, visit, body);
    });
  } else if (method === "GET" && id === undefined && sse !== undefined) {
    sse.open(visit);
  } else if (sessions === undefined || id === undefined) {
    host.refuse(notServed());
  } else if (method === "GET" && wantsEvents(request)) {
    sessions.get(visit, id);
  } else if (method === "DELETE") {
    sessions.delete(visit, id);
  } else {
    host.refuse(notServed());
  }
}

function readPost(
  host: HttpHost,
  { maxBodyBytes = defaultMaxBodyBytes }: HttpOptions,
  done: (body: string) => void,
): void {
  const { request } = host;
  const refused =
    checkType(request) ??
    (Number(request.header("content-length")) > maxBodyBytes
      ? tooLarge(maxBodyBytes)
      : undefined);
  if (refused !== undefined) {
    host.refuse(refused);
    return;
  }
  host.read(maxBodyBytes, (body) => {
    if (body === "long") host.refuse(tooLarge(maxBodyBytes));
    else if (body === "broken") host.refuse(unreadable());
    else done(body.text);
  });
}

function wantsEvents(request: AuthRequest): boolean {
  return request.header("accept")?.includes("text/event-stream") === true;
}
