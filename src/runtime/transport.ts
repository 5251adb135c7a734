import type { ConnectionError } from "./errors.js";
import type { RequestId } from "./json-rpc.js";
import type { ClientProfile } from "./profile.js";

/** One message on its way out, already serialised. */
export type Outgoing = {
  /** The JSON text, without a line end. */
  readonly text: string;
  /** The id of a request, so that an HTTP transport can report on it. */
  readonly id?: RequestId | undefined;
  /** The method of a request; "tools/call" alone may do something that must not be done twice. */
  readonly method?: string | undefined;
  /** The version that a request is in. */
  readonly profile?: Pick<ClientProfile, "batches" | "resumption"> | undefined;
  /** Headers that this message needs on HTTP; other transports ignore them. */
  readonly headers?: Headers | undefined;
  /** Called once when the peer has taken a message that has no answer, or when it cannot. */
  readonly taken?: (() => void) | undefined;
};

/** What a transport reports to the client. No method throws. */
export interface Receiver {
  /** A decoded message: any JSON value, not checked yet. */
  message(value: unknown): void;
  /** This request gets no answer: its HTTP exchange failed or its stream ended early. */
  failed(id: RequestId, error: ConnectionError): void;
  /** The session of a legacy HTTP server is gone, though no request has found out yet. */
  forgotten(): void;
  /** Something odd that ends nothing, such as noise between messages. */
  warning(text: string): void;
  /** While something is asked of the user no request times out; call the result when it is answered. */
  pause(): () => void;
  /** The channel is gone; nothing comes after this, unless it is started again. */
  closed(error: ConnectionError): void;
}

/** HTTP headers by name. */
export type Headers = Readonly<Record<string, string>>;

export interface Channel {
  /** There where messages travel by HTTP, for a feature that speaks over it in its own way. */
  readonly http?: HttpPeer;
  /** Queues a message; a failure is reported through the receiver. */
  send(message: Outgoing): void;
  /** Ends the response stream of a request, where requests have one of their own. */
  abandon(id: RequestId): void;
  /**
   * Opens the standing stream on which a legacy HTTP server speaks unasked, or keeps
   * the one that there is. Resolves when it is open or the server has none; rejects
   * with reason "closed".
   */
  listen?(headers: Headers | undefined): Promise<void>;
  /**
   * A message to a peer that ended by itself starts it again; one that cannot be started
   * is reported by `closed` as another end (stdio only).
   */
  readonly restarts?: boolean;
  close(): Promise<void>;
}

/** An HTTP request, for the two ways to send one. */
export type HttpRequest = {
  readonly method: "GET" | "POST" | "DELETE";
  /** Default: the address of the server. */
  readonly url?: URL | undefined;
  readonly headers: Headers;
  readonly body: string | undefined;
  /** A POST that may reach the server twice; any other method may. */
  readonly repeatable?: boolean | undefined;
};

/** Hears the answer to an HTTP request: `head`, then any number of `text`, then `end`; or `failed` at any point. */
export interface HttpReply {
  /** `header` takes a name in lower case. */
  head(status: number, header: (name: string) => string | undefined): void;
  text(chunk: string): void;
  end(): void;
  failed(cause: unknown): void;
}

/**
 * Sends a request; the result stops it, after which the reply hears nothing more. It
 * hears nothing either before this has returned.
 */
export type HttpSend = (request: HttpRequest, reply: HttpReply) => () => void;

/** What all HTTP requests to one server share. */
export interface HttpPeer {
  readonly url: URL;
  readonly transmit: HttpSend;
  readonly receiver: Receiver;
  /** The longest JSON answer or event, in characters. */
  readonly maxMessageLength: number;
  /** Where there may be a session: the HTTP status that `initialize` was answered with; 0 before. */
  readonly openingStatus?: number;
  /** Headers that every request carries: the user's own, and the session's. */
  headers(): Headers;
}

/** An HTTP request, as far as credentials depend on it. */
export type AuthRequest = {
  readonly method: HttpRequest["method"];
  readonly url: URL;
  /** The address that the user gave; HTTP+SSE posts to another one. */
  readonly server: URL;
};

/** What an HTTP request was answered. */
export type AuthAnswer = AuthRequest & {
  readonly status: number;
  /** What `headers` gave for the request. */
  readonly sent: Headers;
  /** How often the request was sent by now, this time included. */
  readonly attempt: number;
  /** A header of the answer, by its name in lower case. */
  header(name: string): string | undefined;
};

/** Where an HTTP client gets its credentials; stdio servers take theirs from the environment. */
export interface ClientAuth {
  /**
   * Headers for the next request, such as `Authorization`. Asked for each request.
   * What it throws ends the request; a ConnectionError reaches the caller as it is.
   */
  headers(request: AuthRequest): Headers | Promise<Headers>;
  /**
   * The server answered 401 or 403: true to send the same request again, at most five
   * times. No request times out while it waits, since a user may have to decide.
   */
  challenged?(challenge: AuthAnswer): boolean | Promise<boolean>;
  /** Hears of every answer, for what it says in headers. Must not throw. */
  answered?(answer: AuthAnswer): void;
}

/** The seam between a client and the wire: made by `stdio`, `http`, `nodeHttp`, `linked`. */
export interface Transport {
  /** `stream` carries all messages on one channel; `http` gives each request an exchange of its own. */
  readonly kind: "stream" | "http";
  /** Rejects with a ConnectionError when there is no peer to speak to. */
  open(receiver: Receiver, auth?: ClientAuth): Promise<Channel>;
}
