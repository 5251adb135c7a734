import type { ConnectionError } from "./errors.js";
import type { RequestId } from "./json-rpc.js";

/** One message on its way out, already serialised. */
export type Outgoing = {
  /** The JSON text, without a line end. */
  readonly text: string;
  /** The id of a request, so that an HTTP transport can report on it. */
  readonly id?: RequestId | undefined;
  /** Headers that this message needs on HTTP; other transports ignore them. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The HTTP answer may open a session by `Mcp-Session-Id` (`initialize` alone does). */
  readonly opensSession?: boolean | undefined;
  /** An HTTP answer that ends early may be continued by `Last-Event-ID`. */
  readonly resumable?: boolean | undefined;
  /** Called once when the peer has taken a message that has no answer, or when it cannot. */
  readonly taken?: (() => void) | undefined;
};

/** What a transport reports to the client. No method throws. */
export interface Receiver {
  /** A decoded message: any JSON value, not checked yet. */
  message(value: unknown): void;
  /** This request gets no answer: its HTTP exchange failed or its stream ended early. */
  failed(id: RequestId, error: ConnectionError): void;
  /** Something odd that ends nothing, such as noise between messages. */
  warning(text: string): void;
  /** The channel is gone; nothing comes after this, unless it is started again. */
  closed(error: ConnectionError): void;
}

export interface Channel {
  /** Queues a message; a failure is reported through the receiver. */
  send(message: Outgoing): void;
  /** Ends the response stream of a request, where requests have one of their own. */
  abandon(id: RequestId): void;
  /** Opens the standing stream on which a legacy HTTP server speaks unasked; does nothing the second time. */
  listen?(headers: Readonly<Record<string, string>> | undefined): void;
  /** Starts the peer again after it ended by itself (stdio only). */
  restart?(): Promise<void>;
  close(): Promise<void>;
}

/** Where an HTTP client gets its credentials; stdio servers take theirs from the environment. */
export interface ClientAuth {
  /** Headers for the next request, such as `Authorization`. Asked for each request. */
  headers():
    | Readonly<Record<string, string>>
    | Promise<Readonly<Record<string, string>>>;
  /** The server answered 401 or 403: true to send the same request again, at most three times. */
  challenged?(
    status: number,
    wwwAuthenticate: string | undefined,
  ): boolean | Promise<boolean>;
}

/** The seam between a client and the wire: made by `stdio`, `http`, `nodeHttp`, `linked`. */
export interface Transport {
  /** `stream` carries all messages on one channel; `http` gives each request an exchange of its own. */
  readonly kind: "stream" | "http";
  /** Rejects with a ConnectionError when there is no peer to speak to. */
  open(receiver: Receiver, auth?: ClientAuth): Promise<Channel>;
}
