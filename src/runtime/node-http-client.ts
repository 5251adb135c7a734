import {
  Agent,
  type ClientRequest,
  type IncomingMessage,
  request,
} from "node:http";
import { Agent as TlsAgent, request as tlsRequest } from "node:https";
import type { HttpReply, HttpRequest } from "./client-http-parts.js";
import { HttpChannel } from "./client-http.js";
import type { Channel, Transport } from "./transport.js";

export type NodeHttpOptions = {
  readonly url: string | URL;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Default: one of its own that keeps connections alive, ended by `close`. */
  readonly agent?: Agent | undefined;
};

/** Redirects that keep method and body. */
const redirects = [307, 308];
const maxRedirects = 5;

/**
 * Speaks to a server over HTTP by node:http and node:https, which cost a fraction of
 * what `fetch` does in Node (basic/transports, Streamable HTTP).
 */
export function nodeHttp(options: NodeHttpOptions): Transport {
  const url = new URL(options.url);
  const { headers = {} } = options;
  return {
    kind: "http",
    async open(receiver, auth): Promise<Channel> {
      const agent = options.agent ?? ownAgent(url);
      const channel = new HttpChannel(
        (message, reply) => send(url, agent, message, reply),
        headers,
        receiver,
        auth,
      );
      const close = channel.close.bind(channel);
      channel.close = async () => {
        await close();
        if (options.agent === undefined) agent.destroy();
      };
      return channel;
    },
  };
}

function ownAgent({ protocol }: URL): Agent {
  const settings = { keepAlive: true, scheduling: "lifo" } as const;
  return protocol === "https:" ? new TlsAgent(settings) : new Agent(settings);
}

function send(
  url: URL,
  agent: Agent,
  message: HttpRequest,
  reply: HttpReply,
  redirected = 0,
): () => void {
  const { method, headers, body } = message;
  let stopped = false;
  const start = url.protocol === "https:" ? tlsRequest : request;
  let stop: () => void = () => outgoing.destroy();
  const outgoing: ClientRequest = start(url, { method, headers, agent });
  outgoing.on("error", (cause) => {
    if (!stopped) reply.failed(cause);
  });
  outgoing.on("response", (response) => {
    const target = redirectTarget(url, response);
    if (target !== undefined && redirected < maxRedirects) {
      response.resume().on("error", () => undefined);
      stop = send(target, agent, message, reply, redirected + 1);
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

/** Within one origin only: headers may carry credentials. */
function redirectTarget(
  url: URL,
  { statusCode = 0, headers: { location } }: IncomingMessage,
): URL | undefined {
  if (location === undefined || !redirects.includes(statusCode))
    return undefined;
  const target = new URL(location, url);
  return target.origin === url.origin ? target : undefined;
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
