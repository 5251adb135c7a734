import { authorized } from "./client-http-auth.js";
import { exchange, type ExchangeRules } from "./client-exchange.js";
import { defaultMaxMessageLength } from "./client-http-parts.js";
import type {
  Channel,
  ClientAuth,
  Headers,
  HttpPeer,
  HttpSend,
  Outgoing,
  Receiver,
} from "./transport.js";

/** What a channel over HTTP is made of. */
export type HttpSettings = {
  readonly url: URL;
  /** The user's, for every request. */
  readonly headers?: Headers | undefined;
  readonly maxMessageLength?: number | undefined;
  readonly transmit: HttpSend;
  readonly receiver: Receiver;
  readonly auth: ClientAuth | undefined;
};

/** A client's side of HTTP, whoever sends the requests: each message has an exchange of its own. */
export function httpChannel({
  headers = {},
  auth,
  transmit: send,
  maxMessageLength = defaultMaxMessageLength,
  url,
  receiver,
}: HttpSettings): Channel {
  const transmit =
    auth === undefined
      ? send
      : authorized({ auth, server: url, receiver, send });
  const own = () => headers;
  return exchanges({ url, transmit, receiver, maxMessageLength, headers: own });
}

/** A channel to this peer; a session says what else each exchange has to mind. */
export function exchanges(
  peer: HttpPeer,
  rules?: (message: Outgoing) => ExchangeRules,
): Channel & { readonly http: HttpPeer } {
  const open = new Map<unknown, () => void>();
  let closed = false;
  return {
    http: peer,
    send(message) {
      if (closed) return;
      const { id: key = Symbol() } = message;
      const over = () => open.delete(key);
      open.set(key, exchange(peer, message, over, rules?.(message)));
    },
    abandon: (id) => open.get(id)?.(),
    close() {
      closed = true;
      for (const abandon of open.values()) abandon();
      return Promise.resolve();
    },
  };
}
