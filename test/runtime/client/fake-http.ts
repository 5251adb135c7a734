import { vi } from "vitest";
import { httpSessions } from "../../../src/runtime/client-http-sessions.js";
import { httpChannel } from "../../../src/runtime/client-http.js";
import type { ConnectionError } from "../../../src/runtime/errors.js";
import type {
  Channel,
  HttpReply,
  HttpRequest,
  Receiver,
} from "../../../src/runtime/transport.js";

/** What the server does with one request. */
export type HttpAnswer = (reply: HttpReply, request: HttpRequest) => void;

export const stream =
  (text: string, ended = true): HttpAnswer =>
  (reply) => {
    reply.head(200, (name) =>
      name === "content-type" ? "text/event-stream" : undefined,
    );
    reply.text(text);
    if (ended) reply.end();
  };
export const refuse =
  (status: number, body = ""): HttpAnswer =>
  (reply) => {
    reply.head(status, () => undefined);
    reply.text(body);
    reply.end();
  };
export const breaking: HttpAnswer = (reply) => reply.failed(new Error("cut"));
export const result = (id: number) =>
  `data: {"jsonrpc":"2.0","id":${id},"result":{}}\n\n`;

/** A channel whose server gives these answers, one to each request, and then none. */
export function channelTo(receiver: Receiver, answers: HttpAnswer[]) {
  const sent: HttpRequest[] = [];
  const below = httpChannel({
    url: new URL("http://127.0.0.1/mcp"),
    maxMessageLength: 1000,
    transmit(request, reply) {
      sent.push(request);
      const answer = answers.shift();
      let stopped = false;
      queueMicrotask(() => {
        if (!stopped) answer?.(reply, request);
      });
      return () => {
        stopped = true;
      };
    },
    receiver,
    auth: undefined,
  });
  const made = httpSessions(below) as Required<Channel>;
  return { made, sent };
}

/** The same with what comes of it. */
export function channel(...answers: HttpAnswer[]) {
  const messages: unknown[] = [];
  const failures: ConnectionError[] = [];
  const warnings: string[] = [];
  const told = { forgotten: 0 };
  const receiver: Receiver = {
    message: (value) => void messages.push(value),
    failed: (_id, error) => void failures.push(error),
    forgotten: () => void told.forgotten++,
    warning: (text) => void warnings.push(text),
    pause: () => () => undefined,
    closed: () => undefined,
  };
  const { made, sent } = channelTo(receiver, answers);
  return { made, sent, messages, failures, warnings, told };
}

/** Lets everything happen that needs no time. */
export const settled = () => vi.advanceTimersByTimeAsync(0);

/** Milliseconds until the next request, up to a minute, on the clock of vitest. */
export async function pauseUntilNext(
  sent: readonly unknown[],
): Promise<number> {
  const before = sent.length;
  for (let ms = 0; ms <= 60_000; ms++) {
    if (sent.length > before) return ms;
    await vi.advanceTimersByTimeAsync(1);
  }
  return Infinity;
}
