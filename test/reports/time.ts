import { once } from "node:events";
import { expect, vi } from "vitest";
import type {
  CallOptions,
  ConnectOptions,
} from "../../src/runtime/client-options.js";
import {
  ScriptedTransport,
  type Sent,
  server,
} from "../runtime/scripted-transport.js";
import { answering, done, httpTransports, stopClock } from "./peers.js";
import type { Desk, WireReport } from "./world.js";

const legacy = { versions: ["2025-06-18"] };

/** A call of a tool whose server does only what the test does, on a clock that the test moves. */
async function calling(
  { connectDesk }: Desk,
  call: CallOptions,
  options: ConnectOptions = legacy,
) {
  stopClock();
  const warnings: string[] = [];
  const transport = new ScriptedTransport(server(() => undefined));
  const client = await connectDesk(transport, {
    onWarning: (text) => void warnings.push(text),
    ...options,
  });
  const promise = client.tools.echo({}, call);
  // The test looks at it later than it may reject.
  promise.catch(() => undefined);
  const sent = await transport.sending(isCall);
  return { client, transport, warnings, promise, sent };
}

const isCall = ({ method }: Sent): boolean => method === "tools/call";

const tokenOf = ({ params }: Sent): unknown =>
  (params?.["_meta"] as { progressToken?: unknown } | undefined)?.progressToken;

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

export const timeReports: readonly WireReport[] = [
  {
    name: "progress restarts the clock where nobody listens to it",
    source: "modelcontextprotocol/typescript-sdk#2076",
    async check(desk) {
      const limits = { timeoutMs: 200, maxTotalMs: 5000 };
      const { transport, promise, sent } = await calling(desk, limits);
      const progressToken = tokenOf(sent);
      expect(progressToken).toBeDefined();
      const progress = { progressToken, progress: 1 };
      await pass(150);
      transport.peer.notify("notifications/progress", progress);
      await pass(150);
      transport.peer.result(sent.id, done);
      expect(await promise).toEqual(done.content);
    },
  },
  {
    name: "progress does not move the end of all patience",
    source: "modelcontextprotocol/typescript-sdk#2817",
    async check(desk) {
      const limits = { timeoutMs: 100, maxTotalMs: 350 };
      const { transport, promise, sent } = await calling(desk, limits);
      let ended = false;
      promise.catch(() => (ended = true));
      const progressToken = tokenOf(sent);
      for (let progress = 1; progress <= 5; progress++) {
        await pass(60);
        transport.peer.notify("notifications/progress", {
          progressToken,
          progress,
        });
      }
      expect(ended).toBe(false);
      await pass(50);
      expect(ended).toBe(true);
      await expect(promise).rejects.toMatchObject({ reason: "timeout" });
    },
  },
  {
    name: "a request that is given up is cancelled, and its late answer means nothing",
    source: "modelcontextprotocol/modelcontextprotocol#47",
    async check(desk) {
      const { transport, promise, sent, client } = await calling(desk, {
        timeoutMs: 50,
      });
      await pass(50);
      await expect(promise).rejects.toMatchObject({ reason: "timeout" });
      const cancelled = transport.sent.at(-1);
      expect(cancelled?.method).toBe("notifications/cancelled");
      expect(cancelled?.params).toMatchObject({ requestId: sent.id });
      transport.peer.result(sent.id, done);
      const second = client.tools.echo({});
      const { id } = await transport.sending(
        (one) => isCall(one) && one.id !== sent.id,
      );
      transport.peer.result(id, done);
      expect(await second).toEqual(done.content);
      await neverCancelsInitialize(desk);
      vi.useRealTimers();
      await isClosedOverHttp(desk);
    },
  },
];

/** In the modern era the stream of the answer is closed instead. */
async function isClosedOverHttp(desk: Desk): Promise<void> {
  for (const transport of httpTransports(desk)) {
    const controller = new AbortController();
    let gone: Promise<unknown> | undefined;
    const { url, asked } = await answering(({ message }, response) => {
      if (message.method !== "tools/call") return false;
      gone = once(response, "close");
      controller.abort();
      return true;
    }, "modern");
    const client = await desk.connectDesk(transport({ url }));
    const { signal } = controller;
    await expect(client.tools.echo({}, { signal })).rejects.toMatchObject({
      reason: "aborted",
    });
    await gone;
    const methods = asked.map(({ message }) => message.method);
    expect(methods).toEqual(["server/discover", "tools/call"]);
    await client.close();
  }
}

async function neverCancelsInitialize({ connectDesk }: Desk): Promise<void> {
  const transport = new ScriptedTransport(() => undefined);
  const connecting = connectDesk(transport, { ...legacy, timeoutMs: 50 });
  connecting.catch(() => undefined);
  await transport.sending(({ method }) => method === "initialize");
  await pass(50);
  await expect(connecting).rejects.toMatchObject({ reason: "timeout" });
  expect(transport.methods()).toEqual(["initialize"]);
}
