import type { ConnectionError } from "./errors.js";
import type { RequestId } from "./json-rpc.js";

/** One message on its way out, already serialised. */
export type Outgoing = {
  /** The JSON text, without a line end. */
  readonly text: string;
  /** The id of a request, so that an HTTP transport can report on it. */
  readonly id?: RequestId;
  /** Headers that this message needs on HTTP; other transports ignore them. */
  readonly headers?: Readonly<Record<string, string>>;
};

/** What a transport reports to the client. No method throws. */
export interface Receiver {
  /** A decoded message: any JSON value, not checked yet. */
  message(value: unknown): void;
  /** This request gets no answer: its HTTP exchange failed or its stream ended early. */
  failed(id: RequestId, error: ConnectionError): void;
  /** The channel is gone; nothing comes after this. */
  closed(error: ConnectionError): void;
}

export interface Channel {
  /** Queues a message; a failure is reported through the receiver. */
  send(message: Outgoing): void;
  /** Ends the response stream of a request, where requests have one of their own. */
  abandon(id: RequestId): void;
  /** Starts the peer again after it ended by itself (stdio only). */
  restart?(): Promise<void>;
  close(): Promise<void>;
}

/** The seam between a client and the wire: made by `stdio`, `http`, `nodeHttp`, `linked`. */
export interface Transport {
  /** `stream` carries all messages on one channel; `http` gives each request an exchange of its own. */
  readonly kind: "stream" | "http";
  open(receiver: Receiver): Promise<Channel>;
}
