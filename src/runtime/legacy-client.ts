import {
  capabilitiesOf,
  clientInfo,
  findAnswer,
  identity,
} from "./client-asked.js";
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
    const answering = new Map<RequestId, AbortController>();
    session.wire = legacyWire(session, newest, answering, undefined);
    const result = await session.request(
      "initialize",
      {
        protocolVersion: newest.version,
        capabilities: capabilitiesOf(session, newest),
        clientInfo: clientInfo(session),
      },
      {},
    );
    const version = result["protocolVersion"];
    const profile = profiles.find((one) => one.version === version);
    if (profile === undefined)
      throw new ConnectionError(
        "version",
        `The server speaks ${String(version)}, this client ${profiles.map((one) => one.version).join(", ")}`,
      );
    session.wire = legacyWire(session, profile, answering, result);
    // Over HTTP messages overtake each other: a request must not arrive before this one.
    await new Promise<void>((resolve) => {
      session.notify("notifications/initialized", undefined, resolve);
      if (session.kind === "stream") resolve();
    });
    await setLogLevel(session, profile);
    return true;
  },
};

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
  answering: Map<RequestId, AbortController>,
  opened: JsonObject | undefined,
): Wire {
  const headers =
    opened !== undefined && profile.versionHeader !== "never"
      ? { "MCP-Protocol-Version": profile.version }
      : undefined;
  return {
    profile,
    server: identity(profile, opened?.["serverInfo"], opened ?? {}),
    resumable: profile.resumption !== "none",
    params(params, progressToken) {
      if (progressToken === undefined) return params && JSON.stringify(params);
      const own = (params as JsonObject | undefined)?.["_meta"];
      const _meta = { ...(own as object | undefined), progressToken };
      return JSON.stringify({ ...params, _meta });
    },
    headers: () => headers,
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
      session.fail(
        pending,
        new ConnectionError(
          "protocol",
          "This version has only complete results",
        ),
      );
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
  session.warning(`The handler of ${method} failed: ${String(error)}`);
  return {
    code: errorCode.internal,
    message: `The client failed at ${method}`,
  };
}
