import { answerPost, refuse } from "./http-post.js";
import {
  checkOrigin,
  checkType,
  type HttpOptions,
  tooLarge,
  unserved,
} from "./http-policy.js";
import type { Engine } from "./server-engine.js";
import type { AuthGrant, HttpHost } from "./server-http.js";

/** 4 MiB, as the official SDKs allow. */
const defaultMaxBodyBytes = 4 * 1024 * 1024;
const everybody: AuthGrant = { auth: undefined };

/** Answers a request, of whatever host: who asks comes first, then the method and the path. Never throws. */
export function serveRequest(
  engine: Engine,
  host: HttpHost,
  options: HttpOptions,
): void {
  attempt(engine, host, () => {
    checkOrigin(engine, host, options);
    if (engine.auth === undefined) route(engine, host, everybody, options);
    else void authorize(engine, host, options);
  });
}

function attempt(engine: Engine, host: HttpHost, work: () => void): void {
  try {
    work();
  } catch (error) {
    refuse(engine, host, null, error);
  }
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
      attempt(engine, host, () => route(engine, host, outcome, options));
      return;
    }
    const { status, headers, body = "", warning } = outcome;
    if (warning !== undefined) engine.warn(warning);
    host.send(status, body, headers);
  } catch (cause) {
    engine.warn("auth failed", { cause });
    host.send(500, "");
  }
}

function route(
  engine: Engine,
  host: HttpHost,
  grant: AuthGrant,
  options: HttpOptions,
): void {
  const visit = { host, grant, options };
  const { request } = host;
  if (request.method === "POST") {
    const { maxBodyBytes: limit = defaultMaxBodyBytes } = options;
    checkType(request);
    if (Number(request.header("content-length")) > limit) throw tooLarge(limit);
    host.read(limit, (body) => answerPost(engine, visit, body));
  } else if (!engine.http.some((part) => part.open(visit))) {
    throw unserved(405, "Only POST is served here", { Allow: "POST" });
  }
}
