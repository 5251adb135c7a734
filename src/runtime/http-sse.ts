import { closingError } from "./call.js";
import { EventAnswer, messageEvent } from "./http-events.js";
import { unserved } from "./http-policy.js";
import { ServerConnection } from "./server-connection.js";
import type { Engine, SseFeature } from "./server-engine.js";
import type { HttpPart, HttpVisit } from "./server-http.js";

/**
 * HTTP+SSE, the transport before Streamable HTTP (2024-11-05 basic/transports): a
 * GET opens a stream, whose first event says where to POST; all that the server says
 * comes on the stream. It lives and ends with the stream, in this process.
 */
export const sse: SseFeature = { prepare: (engine) => new SseStreams(engine) };

/** Where clients of HTTP+SSE usually look. */
const defaultSsePath = "/sse";

type Stream = {
  readonly connection: ServerConnection;
  readonly principal: string | undefined;
};

class SseStreams implements HttpPart {
  readonly #engine: Engine;
  readonly #streams = new Map<string, Stream>();

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  open(visit: HttpVisit): boolean {
    const { host, grant, options } = visit;
    const { request } = host;
    const path = pathOf(visit);
    const inSession = request.header("mcp-session-id") !== undefined;
    if (path === undefined || request.method !== "GET" || inSession)
      return false;
    if (this.#engine.closing) throw closingError();
    const id = crypto.randomUUID();
    const answer = new EventAnswer(host, options);
    const connection = new ServerConnection(
      this.#engine,
      (text) => {
        if (!answer.write(messageEvent(text))) close();
      },
      grant,
      // No version of the modern era has this transport: who probes for one falls back.
      ({ legacy }) => legacy,
    );
    const close = (): void => {
      forget();
      this.#streams.delete(id);
      connection.close();
      answer.end();
    };
    const forget = this.#engine.onClose(close);
    this.#streams.set(id, { connection, principal: grant.principal });
    host.onClosed(close);
    answer.write(`event: endpoint\ndata: ${path}?sessionId=${id}\n\n`);
    return true;
  }

  post(visit: HttpVisit, value: unknown): boolean {
    const { host, grant } = visit;
    const id = pathOf(visit) === undefined ? null : streamOf(visit);
    if (id === null) return false;
    const stream = this.#streams.get(id);
    if (stream === undefined || stream.principal !== grant.principal)
      throw unserved(404, "There is no such stream, or it has ended");
    // A token is renewed while the stream stays.
    stream.connection.grant = grant;
    host.send(202, "");
    stream.connection.receive(value);
    return true;
  }
}

/** The path that was asked, where it is the one of this transport. */
function pathOf({ host, options }: HttpVisit): string | undefined {
  const [path] = host.request.url.split("?", 1);
  return path === (options.ssePath ?? defaultSsePath) ? path : undefined;
}

/** The stream that a POST names: the query that its endpoint had. */
function streamOf({ host }: HttpVisit): string | null {
  const [, query] = host.request.url.split("?");
  return new URLSearchParams(query).get("sessionId");
}
