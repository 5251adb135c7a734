import {
  Agent,
  type ClientRequest,
  type IncomingMessage,
  request,
  type RequestOptions,
} from "node:http";
import { Agent as TlsAgent, request as tlsRequest } from "node:https";
import { urlToHttpOptions } from "node:url";
import {
  type HttpLimits,
  maxRedirects,
  redirectTarget,
  serverUrl,
} from "./client-http-parts.js";
import { httpChannel } from "./client-http.js";
import type {
  Channel,
  HttpReply,
  HttpRequest,
  HttpSend,
  Transport,
} from "./transport.js";

export type NodeHttpOptions = HttpLimits & {
  readonly url: string | URL;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Default: one of its own that keeps connections alive, ended by `close`. */
  readonly agent?: Agent | undefined;
};

/**
 * Speaks to a server over HTTP by node:http and node:https, which cost a fraction of
 * what `fetch` does in Node (basic/transports, Streamable HTTP).
 */
export function nodeHttp(options: NodeHttpOptions): Transport {
  const { agent: given, ...settings } = options;
  const url = serverUrl(settings.url);
  return {
    kind: "http",
    async open(receiver, auth): Promise<Channel> {
      const agent = given ?? ownAgent(url);
      const place = placeOf(url);
      const transmit: HttpSend = (message, reply) =>
        send(message.url ? placeOf(message.url) : place, agent, message, reply);
      const channel = httpChannel({
        ...settings,
        url,
        transmit,
        receiver,
        auth,
      });
      return {
        ...channel,
        async close() {
          await channel.close();
          if (given === undefined) agent.destroy();
        },
      };
    },
  };
}

/** Servers of Node close idle connections after 5 s: one that is closed while a request is on its way loses it. */
const idleMs = 4000;

function ownAgent({ protocol }: URL): Agent {
  // The timeout ends idle connections alone.
  const settings = {
    keepAlive: true,
    scheduling: "lifo",
    timeout: idleMs,
  } as const;
  return protocol === "https:" ? new TlsAgent(settings) : new Agent(settings);
}

/** Where requests go to; the address is taken apart once, not for each of them. */
type Place = {
  readonly url: URL;
  readonly start: typeof request;
  readonly options: RequestOptions;
};

function placeOf(url: URL): Place {
  const start = url.protocol === "https:" ? tlsRequest : request;
  // All that it has besides would be copied with each request.
  const { protocol, hostname, port, path, auth } = urlToHttpOptions(url);
  return { url, start, options: { protocol, hostname, port, path, auth } };
}

function send(
  place: Place,
  agent: Agent,
  message: HttpRequest,
  reply: HttpReply,
  redirected = 0,
): () => void {
  const { url, start, options } = place;
  const { method, headers, body } = message;
  let stopped = false;
  let answered = false;
  let outgoing: ClientRequest;
  try {
    outgoing = start({ ...options, method, headers, agent });
  } catch (cause) {
    // A header with a character that HTTP does not carry.
    queueMicrotask(() => {
      if (!stopped) reply.failed(cause);
    });
    return () => {
      stopped = true;
    };
  }
  let stop: () => void = () => outgoing.destroy();
  outgoing.on("error", (cause) => {
    if (stopped) return;
    // The server had closed a kept connection, most likely before this came.
    const isStale = outgoing.reusedSocket && !answered;
    if (isStale && (method !== "POST" || message.repeatable === true))
      stop = send(place, agent, message, reply, redirected);
    else reply.failed(cause);
  });
  // Without a listener a change of protocol would end the request in silence.
  outgoing.on("upgrade", (_response, socket) => {
    socket.destroy();
    if (!stopped) reply.failed(new Error("The server changed the protocol"));
  });
  outgoing.on("response", (response) => {
    answered = true;
    const { statusCode = 0, headers } = response;
    const target = redirectTarget(url, statusCode, headers.location);
    if (target !== undefined && redirected < maxRedirects) {
      response.resume().on("error", () => undefined);
      const next = placeOf(target);
      stop = send(next, agent, message, reply, redirected + 1);
      return;
    }
    receive(response, reply, () => stopped);
  });
  if (body === undefined) outgoing.end();
  else outgoing.end(body);
  return () => {
    stopped = true;
    stop();
  };
}

function receive(
  response: IncomingMessage,
  reply: HttpReply,
  isStopped: () => boolean,
): void {
  reply.head(response.statusCode ?? 0, (name) => {
    const value = response.headers[name];
    return typeof value === "string" ? value : value?.join(", ");
  });
  response.setEncoding("utf8");
  response.on("data", (chunk: string) => {
    if (!isStopped()) reply.text(chunk);
  });
  response.on("end", () => {
    if (!isStopped()) reply.end();
  });
  response.on("error", (cause) => {
    if (!isStopped()) reply.failed(cause);
  });
}
