import type { Continuation, ExchangeRules } from "./client-exchange.js";
import { type Ending, refusal } from "./client-http-call.js";
import { isSuccess } from "./client-http-parts.js";
import { exchanges } from "./client-http.js";
import { Resumption } from "./client-resumption.js";
import { StandingStream } from "./client-standing.js";
import { ConnectionError } from "./errors.js";
import type { Channel, Headers, HttpPeer, Outgoing } from "./transport.js";

/** How long `close` waits for the server to take note. */
const goodbyeMs = 2000;

/** How often in a row a stream may fail to be continued before its request is given up. */
const maxFailures = 5;

/**
 * What servers of the era of sessions add to HTTP (basic/transports, Session
 * Management): the session itself, streams that are continued, and one on which they
 * speak unasked; the value of `httpSessions` in the features.
 */
export function httpSessions(channel: Channel): Channel {
  const { http } = channel;
  return http === undefined ? channel : sessionChannel(http, channel);
}

/** The session as exchanges see it. */
type Session = {
  id: string | undefined;
  /** The HTTP status that `initialize` was answered with. */
  openingStatus: number;
};

function sessionChannel(below: HttpPeer, wire: Channel): Channel {
  const session: Session = { id: undefined, openingStatus: 0 };
  let latest: Headers | undefined;
  let closed = false;
  let standing: Standing | undefined;
  const peer: HttpPeer = {
    ...below,
    get openingStatus() {
      return session.openingStatus;
    },
    headers: () =>
      session.id === undefined
        ? below.headers()
        : { ...below.headers(), "Mcp-Session-Id": session.id },
  };
  const channel = exchanges(peer, (message) => {
    // A session begins without one, also where the one before has been lost.
    if (message.method === "initialize") session.id = undefined;
    return sessionRules(peer, session, message);
  });
  return {
    ...channel,
    send(message) {
      latest = message.headers;
      channel.send(message);
    },
    listen(headers) {
      standing ??= promiseStanding();
      if (closed) standing.refuse(closedError());
      // A new session has no stream yet, and one without a stream is not asked twice.
      else if (
        standing.stream === undefined ||
        standing.session !== session.id
      ) {
        standing.stream?.stop();
        standing.session = session.id;
        standing.stream = new StandingStream(peer, headers, standing.settle);
      }
      return standing.opened;
    },
    async close() {
      closed = true;
      await channel.close();
      standing?.stream?.stop();
      standing?.refuse(closedError());
      if (session.id !== undefined) await endSession(peer, latest);
      await wire.close();
    },
  };
}

/** How an exchange begins a session, ends with it, and goes on where its stream ends too early. */
function sessionRules(
  peer: HttpPeer,
  session: Session,
  message: Outgoing,
): ExchangeRules {
  const resumption = new Resumption();
  /** The session that it was sent in; another request may open a new one meanwhile. */
  const sentIn = session.id;
  const isOpening = message.method === "initialize";
  const resumable = message.profile?.resumption !== undefined;
  let resumes = false;
  const goOn = (ending: Ending): Continuation | undefined => {
    const pause = resumption.pauseAfter(ending);
    const { lastId, failures } = resumption;
    if (!resumable || lastId === "" || pause === undefined) return undefined;
    if (failures > maxFailures) return undefined;
    resumes = true;
    return { request: resumption.request(peer, message.headers), pause };
  };
  return {
    opened(status, header) {
      if (!isOpening || resumes) return;
      session.openingStatus = status;
      if (isSuccess(status)) session.id = header("mcp-session-id");
    },
    unanswered(ending) {
      if (message.id === undefined) return undefined;
      const { status, body, broken, stream, tooLong } = ending;
      if (resumes || stream !== undefined) {
        const way = goOn(ending);
        const isPlain = tooLong || broken?.reason === "authorization";
        if (way !== undefined || !resumes || isPlain) return way ?? broken;
        const why = stream === undefined ? `: ${refusal(ending).message}` : "";
        const text = `The stream ended without an answer${why}`;
        return new ConnectionError("closed", text, { status });
      }
      // The server has not looked at the message, whatever error it puts into the body.
      if (status !== 404 || sentIn === undefined) return undefined;
      const text = "The server has forgotten the session";
      const more = { status, body: body.slice(0, 1000) };
      return new ConnectionError("session", text, more);
    },
  };
}

/** Tells the server that the session may go (basic/transports, Session Management); it may refuse. */
function endSession(
  peer: HttpPeer,
  latest: Headers | undefined,
): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      resolve();
    };
    const nothing = (): void => undefined;
    const headers = { ...peer.headers(), ...latest };
    const stop = peer.transmit(
      { method: "DELETE", headers, body: undefined },
      { head: nothing, text: nothing, end: done, failed: done },
    );
    const timer = setTimeout(() => {
      stop();
      resolve();
    }, goodbyeMs);
  });
}

/** The standing stream, the session that it was opened in, and a promise that it is open. */
type Standing = {
  stream: StandingStream | undefined;
  session: string | undefined;
  readonly opened: Promise<void>;
  readonly settle: () => void;
  readonly refuse: (error: ConnectionError) => void;
};

function promiseStanding(): Standing {
  let settle!: () => void;
  let refuse!: (error: ConnectionError) => void;
  const opened = new Promise<void>((resolve, reject) => {
    settle = resolve;
    refuse = reject;
  });
  // A client that opens the stream to answer on it does not wait.
  opened.catch(() => undefined);
  return { stream: undefined, session: undefined, opened, settle, refuse };
}

function closedError(): ConnectionError {
  return new ConnectionError("closed", "The client was closed");
}
