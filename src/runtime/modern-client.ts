import { capabilitiesOf, clientInfo, identity } from "./client-asked.js";
import { excerpt } from "./client-messages.js";
import type {
  ClientEra,
  ClientSession,
  ParameterHeaders,
  Pending,
  ToolHeaders,
  Wire,
} from "./client-parts.js";
import { newestOf, remedy } from "./client-refusals.js";
import { ConnectionError, ProtocolError } from "./errors.js";
import { argumentAt, encodeHeader, parameterText } from "./header-value.js";
import { answerAndRepeat } from "./input-required.js";
import { isObject, type JsonObject, metaKey } from "./json-rpc.js";
import type { ClientProfile } from "./profile.js";

/** What one connection keeps whatever the version. */
type State = {
  readonly profiles: readonly ClientProfile[];
  readonly toolHeaders: ToolHeaders | undefined;
  /** A peer of the older era may still turn up. */
  probing: boolean;
};

/** Requests that are kept for the older era; a server that sends more before it is known has to repeat them. */
const maxEarly = 100;

/** What a failed or fruitless probe says: another version to try, or "older". */
type Verdict = ClientProfile | "older";

/**
 * The stateless era (basic/versioning): every request carries version, client and
 * capabilities in `_meta`; the server asks through results.
 */
export const modernClient: ClientEra = {
  era: "modern",

  async open(session, profiles, fallback) {
    const state: State = {
      profiles,
      toolHeaders:
        session.kind === "http"
          ? session.features.toolHeaders?.((text) => session.warning(text))
          : undefined,
      probing: fallback.length > 0,
    };
    let profile = profiles.at(-1);
    for (let retried = false; profile !== undefined; retried = true) {
      session.wire = modernWire(session, profile, {}, state);
      const probed: JsonObject | Error = await probe(session, fallback);
      const verdict: Verdict =
        probed instanceof Error
          ? await judge(session, probed, {
              profile,
              profiles,
              fallback,
              retried,
            })
          : choose(probed["supportedVersions"], profiles, fallback);
      if (verdict === "older") return false;
      if (!(probed instanceof Error)) {
        state.probing = false;
        session.wire = modernWire(session, verdict, probed, state);
        return true;
      }
      profile = verdict;
    }
    return false;
  },
};

async function probe(
  session: ClientSession,
  fallback: readonly ClientProfile[],
): Promise<JsonObject | Error> {
  const { timeoutMs, probeTimeoutMs = 5000 } = session.options;
  // On HTTP silence is no evidence, so nothing is gained by giving up early.
  const patience =
    session.kind === "stream" && fallback.length > 0
      ? probeTimeoutMs
      : timeoutMs;
  try {
    return await session.request("server/discover", undefined, {
      timeoutMs: patience,
    });
  } catch (error) {
    return error as Error;
  }
}

type Situation = {
  readonly profile: ClientProfile;
  readonly profiles: readonly ClientProfile[];
  readonly fallback: readonly ClientProfile[];
  readonly retried: boolean;
};

async function judge(
  session: ClientSession,
  error: Error,
  situation: Situation,
): Promise<Verdict> {
  const { profile, profiles, fallback, retried } = situation;
  if (error instanceof ProtocolError) {
    const { errorCodes } = profile;
    switch (error.code) {
      case errorCodes.unsupportedVersion:
        // Once: a server that refuses what it has just offered would be asked for ever.
        if (retried || !isObject(error.data))
          throw refused(error.message, error);
        return choose(error.data["supported"], profiles, fallback);
      case errorCodes.headerMismatch:
      case errorCodes.missingClientCapability:
        throw error;
    }
    if (fallback.length > 0) return "older";
  }
  if (!(error instanceof ConnectionError) || fallback.length === 0) throw error;
  if (!isOlder(session, error) || !(await session.revive())) throw error;
  return "older";
}

/** Whether a failed probe is evidence of the older era (basic/versioning and the transports' pages). */
function isOlder(
  session: ClientSession,
  { reason, status }: ConnectionError,
): boolean {
  if (session.kind === "http")
    return status === 400 || status === 404 || status === 405;
  return reason === "timeout" || reason === "closed" || reason === "protocol";
}

/** The newest common version of those that the server offers. */
function choose(
  offered: unknown,
  profiles: readonly ClientProfile[],
  fallback: readonly ClientProfile[],
): Verdict {
  if (!Array.isArray(offered)) {
    if (fallback.length > 0) return "older";
    throw refused("The answer to server/discover names no versions");
  }
  const common = newestOf(profiles, offered);
  if (common !== undefined) return common;
  if (newestOf(fallback, offered) !== undefined) return "older";
  throw refused(`The server speaks only ${excerpt(offered)}`);
}

function refused(message: string, cause?: unknown): ConnectionError {
  return new ConnectionError("version", message, { cause });
}

function modernWire(
  session: ClientSession,
  profile: ClientProfile,
  found: JsonObject,
  state: State,
): Wire {
  const foundMeta = isObject(found["_meta"]) ? found["_meta"] : {};
  return {
    profile,
    server: identity(profile, foundMeta[metaKey.serverInfo], found),
    stateless: !state.probing,
    params: writeParams(session, profile),
    headers(method, params, parameters) {
      const known = params as JsonObject | undefined;
      const live =
        method === "tools/call"
          ? state.toolHeaders?.of(known?.["name"])
          : undefined;
      return modernHeaders(profile, method, known, live ?? parameters);
    },
    received: (method, result) =>
      method === "tools/list"
        ? (state.toolHeaders?.listed(result) ?? result)
        : result,
    refused: (pending, error) =>
      remedy(session, pending, error, {
        ...state,
        speak(next) {
          session.wire = modernWire(session, next, found, state);
        },
      }),
    asked(id, method, params) {
      if (state.probing && session.early.length < maxEarly) {
        session.early.push([id, method, params]);
        return;
      }
      session.warning(
        `The server sent a request, which this version has not: ${method}`,
      );
    },
    cancelled(id) {
      // The one thing that a server of this era may cancel is a subscription (basic/patterns/cancellation).
      const pending = session.pending(id);
      if (pending?.method !== "subscriptions/listen") return;
      session.fail(
        pending,
        new ConnectionError("closed", "The server ended the subscription"),
      );
    },
    ended() {
      // Whoever answers for a request hears of its end through the request.
    },
    unfinished: (pending, result) => goOn(session, pending, result),
  };
}

/** Goes on with a call that is a task by now, or that wants input. */
function goOn(
  session: ClientSession,
  pending: Pending,
  result: JsonObject,
): void {
  const { tasks } = session.features;
  const isTask =
    result["resultType"] === "task" && pending.method === "tools/call";
  if (isTask && tasks !== undefined) tasks.drive(session, pending, result);
  else answerAndRepeat(session, pending, result);
}

/** Adds to every request's `_meta` who speaks, in which version, and what it can do. */
function writeParams(
  session: ClientSession,
  profile: ClientProfile,
): Wire["params"] {
  const { logLevel } = session.options;
  const fixed = {
    [metaKey.protocolVersion]: profile.version,
    [metaKey.clientInfo]: clientInfo(session),
    [metaKey.clientCapabilities]: capabilitiesOf(session, profile),
    ...(logLevel !== undefined && { [metaKey.logLevel]: logLevel }),
  };
  const fixedText = JSON.stringify(fixed);
  return (params, progressToken) => {
    const own = (params as JsonObject | undefined)?.["_meta"];
    if (own === undefined && progressToken === undefined)
      return withMeta(params, fixedText);
    const { _meta, ...rest } = { _meta: own, ...params };
    const token = progressToken === undefined ? undefined : { progressToken };
    const meta = { ...(_meta as object), ...fixed, ...token };
    return withMeta(rest, JSON.stringify(meta));
  };
}

/** Splices `_meta` in as text, so that it is serialised once for all requests. */
function withMeta(params: object | undefined, meta: string): string {
  const text = params === undefined ? "{}" : JSON.stringify(params);
  const comma = text === "{}" ? "" : ",";
  return `${text.slice(0, -1)}${comma}"_meta":${meta}}`;
}

function modernHeaders(
  { version, requestHeaders }: ClientProfile,
  method: string,
  params: JsonObject | undefined,
  parameters: ParameterHeaders | undefined,
): Readonly<Record<string, string>> {
  const headers: Record<string, string> = { "MCP-Protocol-Version": version };
  if (requestHeaders === undefined) return headers;
  headers["Mcp-Method"] = method;
  const member = requestHeaders[method];
  const name = member === undefined ? undefined : params?.[member];
  if (typeof name === "string") headers["Mcp-Name"] = encodeHeader(name);
  for (const { path, name: parameter } of parameters ?? []) {
    const text = parameterText(argumentAt(params?.["arguments"], path));
    if (text === undefined) continue;
    headers[`Mcp-Param-${parameter}`] = encodeHeader(text);
  }
  return headers;
}
