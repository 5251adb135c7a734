import { sleep } from "./alarm.js";
import { Answering } from "./client-answering.js";
import { capabilitiesOf, clientInfo, identity } from "./client-asked.js";
import { excerpt } from "./client-messages.js";
import type { ClientSession, Wire } from "./client-parts.js";
import type { Tool } from "./descriptor.js";
import { ConnectionError, ProtocolError } from "./errors.js";
import { errorCode, isObject, type JsonObject } from "./json-rpc.js";
import type { ClientProfile } from "./profile.js";

/** A request that came before it was known that the server may ask: method, parameters, id. */
export type EarlyRequest = readonly [
  method: string,
  params: JsonObject,
  id: unknown,
];

/**
 * The era of sessions (basic/lifecycle): `initialize` agrees on a version for the
 * whole connection, and the server sends requests of its own.
 */
export async function openLegacy(
  session: ClientSession,
  profiles: readonly ClientProfile[],
  early: EarlyRequest[] = [],
): Promise<boolean> {
  const newest = profiles.at(-1);
  if (newest === undefined) return false;
  const answering = new Answering(session);
  const state: State = {
    profiles,
    answering,
    early,
    opening: undefined,
    openedAt: 0,
    losses: 0,
    end: new AbortController(),
  };
  session.wire = legacyWire(session, newest, state);
  session.heard = (method, params, id) => {
    if (id !== undefined) void answering.answer(id, method, params);
    else if (method === "notifications/cancelled")
      answering.cancel(params["requestId"]);
    else session.listeners?.heard(method, params);
  };
  try {
    await openSession(session, newest, state);
  } catch (error) {
    await openOlder(session, newest, state, error);
  }
  await settle(session);
  return true;
}

/**
 * The last resort (basic/transports, Backwards Compatibility): a server that refuses
 * `initialize` over HTTP may be one of HTTP+SSE. Rejects with the first refusal where it is not.
 */
async function openOlder(
  session: ClientSession,
  newest: ClientProfile,
  state: State,
  refused: unknown,
): Promise<void> {
  const isModern = refused instanceof ProtocolError && isOfModernEra(refused);
  const older = isModern
    ? undefined
    : session.features.httpSse?.(session.channel);
  if (older === undefined) throw refused;
  session.channel = older;
  try {
    await openSession(session, newest, state);
  } catch (error) {
    const isNone = error instanceof ConnectionError && error.reason === "http";
    if (!isNone) throw error;
    session.warning(`The server does not speak HTTP+SSE: ${error.message}`);
    throw refused;
  }
}

/** The codes that were set aside for the modern era (basic, Error Codes). */
function isOfModernEra({ code }: ProtocolError): boolean {
  return code <= errorCode.headerMismatch && code > -32100;
}

/** What outlives a session that the server has forgotten. */
type State = {
  readonly profiles: readonly ClientProfile[];
  readonly answering: Answering;
  /** To be answered once the server knows of the session. */
  readonly early: EarlyRequest[];
  /** A session that is being agreed on. */
  opening: Promise<void> | undefined;
  /** When the session was opened, on the clock of `performance.now()`. */
  openedAt: number;
  /** How many sessions in a row were lost soon after they had begun. */
  losses: number;
  /** Aborted with the connection. */
  readonly end: AbortController;
};

/** A session that lasted for so many milliseconds was a good one. */
const goodSessionMs = 30_000;
/** The pause before the session is opened again that was lost too soon; doubled each time, up to the longest. */
const shortestPauseMs = 1000;
const longestPauseMs = 30_000;

/** Agrees on a session; requests that come meanwhile wait for it. */
function openSession(
  session: ClientSession,
  newest: ClientProfile,
  state: State,
): Promise<void> {
  state.opening ??= agree(session, newest, state).finally(() => {
    state.opening = undefined;
  });
  return state.opening;
}

async function agree(
  session: ClientSession,
  newest: ClientProfile,
  state: State,
): Promise<void> {
  const opening = initialize(session, newest);
  for (const request of state.early.splice(0)) session.heard(...request);
  const result = await opening;
  const profile = agreed(state.profiles, result["protocolVersion"]);
  session.wire = legacyWire(session, profile, state);
  session.server = identity(profile, result["serverInfo"], result);
  // Over HTTP messages overtake each other: a request must not arrive before this one.
  await new Promise<void>((resolve) => {
    const method = "notifications/initialized";
    session.tell({ jsonrpc: "2.0", method }, resolve);
    if (session.transport.kind === "stream") resolve();
  });
  state.openedAt = performance.now();
}

/** Tells a new session what the one before knew, if there was one. */
async function settle(session: ClientSession): Promise<void> {
  const { profile } = session.wire;
  if (wantsStream(session, profile))
    void session.channel.listen?.(
      session.features.requestHeaders?.(session, ""),
    );
  session.listeners?.renewed();
  await setLogLevel(session, profile);
}

/**
 * Over HTTP a server may ask on the standing stream as well as on that of a call
 * (basic/transports, Listening for Messages), so a client that answers opens it,
 * and one that listened does so again in a new session.
 */
function wantsStream(session: ClientSession, profile: ClientProfile): boolean {
  const answers = Object.keys(capabilitiesOf(session, profile)).length > 0;
  return answers || session.listeners !== undefined;
}

/** Opens a session in place of one that the server has forgotten: one, for all who ask meanwhile. */
async function reopen(
  session: ClientSession,
  profile: ClientProfile,
  state: State,
): Promise<void> {
  const isFirst = state.opening === undefined;
  await openSession(session, profile, state);
  if (!isFirst) return;
  settle(session).catch((error: unknown) => {
    session.warning(`The new session has no log level: ${excerpt(error)}`);
  });
}

/** Without a request that needs a session there is one for what the server says unasked. */
async function reopenUnasked(
  session: ClientSession,
  profile: ClientProfile,
  state: State,
): Promise<void> {
  const { openedAt } = state;
  const lasted = performance.now() - openedAt;
  state.losses = lasted > goodSessionMs ? 0 : state.losses + 1;
  const { signal } = state.end;
  const pause = shortestPauseMs * 2 ** (state.losses - 1);
  if (state.losses > 0) await sleep(Math.min(pause, longestPauseMs), signal);
  // A request may have opened it meanwhile.
  if (signal.aborted || state.openedAt !== openedAt) return;
  await reopen(session, profile, state);
}

function initialize(
  session: ClientSession,
  profile: ClientProfile,
): Promise<JsonObject> {
  const params = {
    protocolVersion: profile.version,
    capabilities: capabilitiesOf(session, profile),
    clientInfo: clientInfo(session),
  };
  return session.request("initialize", params, { opens: true });
}

/** The server's choice, which may be another version than the one that was asked for. */
function agreed(
  profiles: readonly ClientProfile[],
  version: unknown,
): ClientProfile {
  const profile = profiles.find((one) => one.version === version);
  if (profile !== undefined) return profile;
  const ours = profiles.map((one) => one.version).join(", ");
  throw new ConnectionError(
    "version",
    `The server speaks ${excerpt(version)}, this client ${ours}`,
  );
}

async function setLogLevel(
  session: ClientSession,
  profile: ClientProfile,
): Promise<void> {
  const { logLevel: level } = session.options;
  if (
    level !== undefined &&
    profile.logLevel === "session" &&
    session.server?.capabilities["logging"] !== undefined
  )
    await session.request("logging/setLevel", { level }, {});
}

function legacyWire(
  session: ClientSession,
  profile: ClientProfile,
  state: State,
): Wire {
  return {
    profile,
    stateless: false,
    params(params, progressToken) {
      if (progressToken === undefined)
        return params ? `,"params":${JSON.stringify(params)}` : "";
      const own = (params as JsonObject | undefined)?.["_meta"];
      const _meta = { ...(own as object | undefined), progressToken };
      return `,"params":${JSON.stringify({ ...params, _meta })}`;
    },
    held: (method) => (method === "initialize" ? undefined : state.opening),
    failed(pending, error) {
      // The server refused the request unread (basic/transports, Session Management),
      // so sending it again on a new session repeats nothing. Once.
      if (error.reason !== "session" || pending.rounds > 0) return false;
      pending.rounds = 1;
      pending.answering = true;
      reopen(session, profile, state).then(
        () => session.again(pending),
        (cause: unknown) => {
          const message = `${error.message}, and opens no other: ${excerpt(cause)}`;
          const { status, body } = error;
          const more = { cause, status, body };
          session.fail(pending, new ConnectionError("session", message, more));
        },
      );
      return true;
    },
    forgotten() {
      if (!wantsStream(session, profile)) return;
      reopenUnasked(session, profile, state).catch((error: unknown) => {
        session.warning(`The session was lost: ${excerpt(error)}`);
      });
    },
    ended() {
      state.end.abort();
      state.answering.stop();
    },
    output: (tool, result) => outputOf(profile, tool, result),
  };
}

/** The value that stands for the tool's output, by the means that the version has for it. */
function outputOf(
  { structuredContent: kind }: ClientProfile,
  { wrapped }: Tool<never, unknown>,
  { structuredContent, content }: JsonObject,
): unknown {
  if (kind !== undefined) {
    if (kind === "any" || wrapped !== true) return structuredContent;
    return isObject(structuredContent)
      ? structuredContent["result"]
      : undefined;
  }
  const [block, ...more] = content as readonly JsonObject[];
  const text = block?.["text"];
  if (more.length > 0 || typeof text !== "string") return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // Prose instead of JSON: the output is missing, which is said by who asks for it.
    return undefined;
  }
}
