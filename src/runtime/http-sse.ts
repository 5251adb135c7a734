import { Refusal, scopeRefusal } from "./call.js";
import { EventAnswer, messageEvent } from "./http-events.js";
import { pathOf, refusalAnswer, streamOf } from "./http-policy.js";
import { errorCode } from "./json-rpc.js";
import { ServerConnection } from "./server-connection.js";
import type { Engine, SseFeature } from "./server-engine.js";
import type { HttpVisit, SseServer } from "./server-http.js";

/**
 * HTTP+SSE, the transport before Streamable HTTP (2024-11-05 basic/transports): a
 * GET opens a stream, whose first event says where to POST; all that the server says
 * comes on the stream. It lives and ends with the stream, in this process.
 */
export const sse: SseFeature = { prepare: (engine) => new SseStreams(engine) };

type Stream = {
  readonly connection: ServerConnection;
  readonly principal: string | undefined;
};

class SseStreams implements SseServer {
  readonly #engine: Engine;
  readonly #streams = new Map<string, Stream>();

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  open(visit: HttpVisit): void {
    const { request, grant, writer, options } = visit;
    if (this.#engine.closing) {
      refuse(visit, new Refusal(errorCode.internal, "Closing", 503));
      return;
    }
    const id = crypto.randomUUID();
    const answer = new EventAnswer(writer, options);
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
    writer.onClosed(close);
    answer.write(
      `event: endpoint\ndata: ${pathOf(request)}?sessionId=${id}\n\n`,
    );
  }

  post(visit: HttpVisit, body: string): void {
    const { request, grant, writer } = visit;
    const stream = this.#streams.get(streamOf(request) ?? "");
    if (stream === undefined || stream.principal !== grant.principal) {
      const message = "There is no such stream, or it has ended";
      refuse(visit, new Refusal(errorCode.invalidRequest, message, 404));
      return;
    }
    let value: unknown;
    try {
      value = JSON.parse(body);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      refuse(visit, new Refusal(errorCode.parse, "Parse error", 400));
      return;
    }
    const messages: readonly unknown[] = Array.isArray(value) ? value : [value];
    const refusal = scopeRefusal(this.#engine, grant, messages);
    if (refusal !== undefined) {
      refuse(visit, refusal);
      return;
    }
    // A token is renewed while the stream stays.
    stream.connection.grant = grant;
    writer.send({ status: 202, headers: {}, body: "" });
    stream.connection.receive(value);
  }
}

function refuse({ writer }: HttpVisit, error: Refusal): void {
  writer.send(refusalAnswer(error));
}
