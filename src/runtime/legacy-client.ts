import {
  capabilitiesOf,
  clientInfo,
  findAnswer,
  identity,
} from "./client-asked.js";
import { excerpt } from "./client-messages.js";
import type { ClientEra, ClientSession, Wire } from "./client-parts.js";
import { ConnectionError, ProtocolError } from "./errors.js";
import { errorCode, type JsonObject, type RequestId } from "./json-rpc.js";
import type { Profile } from "./profile.js";

/**
 * The era of sessions (basic/lifecycle): `initialize` agrees on a version for the
 * whole connection, and the server sends requests of its own.
 */
export const legacyClient: ClientEra = {
  era: "legacy",

  async open(session, profiles) {
    const newest = profiles.at(-1);
    if (newest === undefined) return false;
    const state: State = {
      profiles,
      answering: new Map(),
      reopening: undefined,
    };
    session.wire = legacyWire(session, newest, state, undefined);
    await openSession(session, newest, state);
    return true;
  },
};

/** What outlives a session that the server has forgotten. */
type State = {
  readonly profiles: readonly Profile[];
  /** Requests of the server that are being answered. */
  readonly answering: Map<RequestId, AbortController>;
  /** Under way, for all requests that found the session gone. */
  reopening: Promise<void> | undefined;
};

async function openSession(
  session: ClientSession,
  newest: Profile,
  state: State,
): Promise<void> {
  const result = await initialize(session, newest);
  const profile = agreed(state.profiles, result["protocolVersion"]);
  session.wire = legacyWire(session, profile, state, result);
  // Over HTTP messages overtake each other: a request must not arrive before this one.
  await new Promise<void>((resolve) => {
    session.notify("notifications/initialized", undefined, resolve);
    if (session.kind === "stream") resolve();
  });
  listenUnasked(session, profile);
  await setLogLevel(session, profile);
}

/**
 * Over HTTP a server may ask on the standing stream as well as on that of a call
 * (basic/transports, Listening for Messages), so a client that answers opens it,
 * and one that listened does so again in a new session.
 */
function listenUnasked(session: ClientSession, profile: Profile): void {
  const answers = Object.keys(capabilitiesOf(session, profile)).length > 0;
  if (answers || session.listeners !== undefined)
    session.channel.listen?.(session.wire.headers("", undefined));
}

function initialize(
  session: ClientSession,
  profile: Profile,
): Promise<JsonObject> {
  const params = {
    protocolVersion: profile.version,
    capabilities: capabilitiesOf(session, profile),
    clientInfo: clientInfo(session),
  };
  return session.request("initialize", params, {});
}

/** The server's choice, which may be another version than the one that was asked for. */
function agreed(profiles: readonly Profile[], version: unknown): Profile {
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
  profile: Profile,
): Promise<void> {
  const { logLevel: level } = session.options;
  if (
    level !== undefined &&
    profile.logLevel === "session" &&
    session.wire.server.capabilities["logging"] !== undefined
  )
    await session.request("logging/setLevel", { level }, {});
}

function legacyWire(
  session: ClientSession,
  profile: Profile,
  state: State,
  result: JsonObject | undefined,
): Wire {
  const { answering } = state;
  const headers =
    result !== undefined && profile.versionHeader !== "never"
      ? { "MCP-Protocol-Version": profile.version }
      : undefined;
  return {
    profile,
    server: identity(profile, result?.["serverInfo"], result ?? {}),
    resumable: profile.resumption !== "none",
    params(params, progressToken) {
      if (progressToken === undefined) return params && JSON.stringify(params);
      const own = (params as JsonObject | undefined)?.["_meta"];
      const _meta = { ...(own as object | undefined), progressToken };
      return JSON.stringify({ ...params, _meta });
    },
    headers: (method) => (method === "initialize" ? undefined : headers),
    failed(pending, error) {
      // The server refused the request unread (basic/transports, Session Management),
      // so sending it again on a new session repeats nothing. Once.
      if (error.reason !== "session" || pending.rounds > 0) return false;
      pending.rounds = 1;
      pending.answering = true;
      state.reopening ??= openSession(session, profile, state).finally(() => {
        state.reopening = undefined;
      });
      state.reopening.then(
        () => session.again(pending),
        () => session.fail(pending, error),
      );
      return true;
    },
    asked(id, method, params) {
      if (method === "ping") {
        session.respond(id, {});
        return;
      }
      void answerRequest(session, answering, id, method, params);
    },
    cancelled(id) {
      answering.get(id as RequestId)?.abort();
    },
    ended() {
      for (const controller of answering.values()) controller.abort();
    },
    unfinished(pending) {
      const message = "This version has only complete results";
      session.fail(pending, new ConnectionError("protocol", message));
    },
  };
}

async function answerRequest(
  session: ClientSession,
  answering: Map<RequestId, AbortController>,
  id: RequestId,
  method: string,
  params: JsonObject,
): Promise<void> {
  const { profile } = session.wire;
  const answer = findAnswer(session, profile, method);
  if (answer === undefined) {
    const message = `The client has no method ${method}`;
    session.respond(id, undefined, { code: errorCode.methodNotFound, message });
    return;
  }
  const controller = new AbortController();
  const { signal } = controller;
  answering.set(id, controller);
  // Whoever waits for this answer on the other side keeps our own request waiting.
  const resume = session.pause();
  try {
    const result = await answer.answer(
      session.options,
      profile,
      params,
      signal,
    );
    if (!signal.aborted) session.respond(id, result);
  } catch (error) {
    if (!signal.aborted)
      session.respond(id, undefined, toErrorObject(session, method, error));
  } finally {
    answering.delete(id);
    resume();
  }
}

function toErrorObject(session: ClientSession, method: string, error: unknown) {
  if (error instanceof ProtocolError) {
    const { code, message, data } = error;
    return { code, message, data };
  }
  // What went wrong here is the user's business, not the server's.
  session.warning(`The handler of ${method} failed: ${excerpt(error)}`);
  return {
    code: errorCode.internal,
    message: `The client failed at ${method}`,
  };
}
