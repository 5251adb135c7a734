import { describe, expect, it, vi } from "vitest";
import {
  call,
  type CallOptions,
  type ConnectOptions,
} from "../../../src/runtime/client.js";
import { connect } from "../../support/whole-client.js";
import { ProtocolError } from "../../../src/runtime/errors.js";
import type { Transport } from "../../../src/runtime/transport.js";
import {
  type Script,
  ScriptedTransport,
  type Sent,
  server,
} from "../scripted-transport.js";
import { features, weather } from "./features.js";

const done = { content: [{ type: "text", text: "ok" }] };
const input = { location: "x" };

async function started(
  script: Script,
  options: ConnectOptions = {},
  kind?: Transport["kind"],
) {
  const warnings: string[] = [];
  const transport = new ScriptedTransport(server(script), kind);
  const client = await connect(transport, {
    features,
    onWarning: (text) => void warnings.push(text),
    ...options,
  });
  const start = (more: CallOptions = {}) => {
    const promise = call(client, weather, input, more);
    promise.catch(() => undefined);
    return promise;
  };
  const calling = () =>
    transport.sending(({ method }) => method === "tools/call");
  return { client, transport, warnings, start, calling };
}

const legacy = { versions: ["2025-06-18"] };
const silent: Script = () => undefined;

describe("answers", () => {
  it("find their requests in any order, by id and its type", async () => {
    const asked: Sent[] = [];
    const { start, transport } = await started((message) => {
      asked.push(message);
    });
    const [first, second] = [start(), start()];
    await transport.sending(({ id }) => id === 3);
    const text = (value: string) => ({
      content: [{ type: "text", text: value }],
    });
    transport.peer.result("2", text("wrong type"));
    transport.peer.result(3, text("second"));
    transport.peer.result(3, text("twice"));
    transport.peer.result(2, text("first"));
    expect(await first).toEqual(text("first").content);
    expect(await second).toEqual(text("second").content);
  });

  it.each([
    [{ id: 2 }],
    [{ id: 2, result: {}, error: { code: 1, message: "x" } }],
    [{ id: 2, result: [] }],
    [{ id: 2, result: "text" }],
    [{ id: 2, error: "text" }],
    [{ id: 2, error: { message: "no code" } }],
    [{ id: 2, jsonrpc: "1.0", result: {} }],
  ])("of the wrong shape reject: %j", async (answer) => {
    const { start, calling, transport } = await started(silent);
    const promise = start();
    await calling();
    transport.peer.receiver.message({ jsonrpc: "2.0", ...answer });
    await expect(promise).rejects.toMatchObject({ reason: "protocol" });
  });

  it("that are errors keep code, message and data", async () => {
    const { start } = await started(({ id }, peer) =>
      peer.error(id, -32602, "bad", { field: "x" }),
    );
    const promise = start();
    await expect(promise).rejects.toBeInstanceOf(ProtocolError);
    await expect(promise).rejects.toMatchObject({
      code: -32602,
      message: "bad",
      data: { field: "x" },
    });
  });

  it("without an id belong to no request", async () => {
    const { start, calling, transport, warnings } = await started(silent);
    const promise = start();
    await calling();
    transport.peer.receiver.message({
      jsonrpc: "2.0",
      id: null,
      error: { code: -32700, message: "Parse error" },
    });
    expect(warnings).toEqual([expect.stringContaining("Parse error")]);
    transport.peer.result(2, done);
    expect(await promise).toEqual(done.content);
  });

  it("with a resultType that nobody knows reject", async () => {
    const { start } = await started(({ id }, peer) =>
      peer.result(id, { resultType: "later", ...done }),
    );
    await expect(start()).rejects.toMatchObject({ reason: "protocol" });
  });

  it.each([null, 42, "text", [], { level: "info" }].map((value) => [value]))(
    "are not confused by %j",
    async (noise) => {
      const { start, calling, transport, warnings } = await started(silent);
      const promise = start();
      await calling();
      transport.peer.receiver.message(noise);
      transport.peer.result(2, done);
      expect(await promise).toEqual(done.content);
      expect(warnings).toHaveLength(1);
    },
  );

  it("may come in a batch where the version has batches, and only there", async () => {
    const batch = [{ jsonrpc: "2.0", id: 2, result: done }];
    const with_ = await started(silent, { versions: ["2025-03-26"] });
    const promise = with_.start();
    await with_.calling();
    with_.transport.peer.receiver.message(batch);
    expect(await promise).toEqual(done.content);
    const without = await started(silent, legacy);
    void without.start();
    await without.calling();
    without.transport.peer.receiver.message(batch);
    expect(without.warnings).toHaveLength(1);
  });
});

describe("a time-out", () => {
  it("rejects, cancels at the server and ignores the late answer", async () => {
    const { start, calling, transport } = await started(silent, legacy);
    const promise = start({ timeoutMs: 5 });
    const { id } = await calling();
    await expect(promise).rejects.toMatchObject({ reason: "timeout" });
    const cancel = await transport.sending(
      ({ method }) => method === "notifications/cancelled",
    );
    expect(cancel.params).toMatchObject({ requestId: id });
    transport.peer.result(id, done);
  });

  it("says that other messages came", async () => {
    const { start, calling, transport } = await started(silent);
    const promise = start({ timeoutMs: 5 });
    await calling();
    transport.peer.result(0, done);
    await expect(promise).rejects.toThrow(/1 other message/);
  });

  it("never cancels initialize", async () => {
    const transport = new ScriptedTransport(silent);
    const connecting = connect(transport, {
      features,
      ...legacy,
      timeoutMs: 5,
    });
    await expect(connecting).rejects.toMatchObject({ reason: "timeout" });
    expect(transport.methods()).toEqual(["initialize"]);
  });

  it("begins anew with each report of progress, up to the maximum", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    try {
      const { start, calling, transport } = await started(silent);
      const promise = start({ timeoutMs: 100, maxTotalMs: 350 });
      const { id, params } = await calling();
      expect(params!["_meta"]).toMatchObject({ progressToken: id });
      let settled = false;
      promise.catch(() => (settled = true));
      for (let elapsed = 60; elapsed < 350; elapsed += 60) {
        await vi.advanceTimersByTimeAsync(60);
        expect(settled).toBe(false);
        transport.peer.notify("notifications/progress", {
          progressToken: id,
          progress: elapsed,
        });
      }
      await vi.advanceTimersByTimeAsync(60);
      await expect(promise).rejects.toMatchObject({ reason: "timeout" });
    } finally {
      vi.useRealTimers();
    }
  });
});

describe("progress", () => {
  it("is asked for and passed on only where somebody listens", async () => {
    const { start, transport } = await started(({ id, params }, peer) => {
      const { progressToken } = params!["_meta"] as { progressToken?: number };
      for (const progress of progressToken === undefined ? [] : [0, 50, 100])
        peer.notify("notifications/progress", { progressToken, progress });
      peer.result(id, done);
    }, legacy);
    const seen: number[] = [];
    await start({ onProgress: ({ progress }) => void seen.push(progress) });
    expect(seen).toEqual([0, 50, 100]);
    expect(transport.sent.at(-1)!.params!["_meta"]).toEqual({
      progressToken: 2,
    });
  });

  it("handlers that throw do not disturb the call", async () => {
    const { start, warnings } = await started(({ id }, peer) => {
      peer.notify("notifications/progress", { progressToken: id, progress: 1 });
      peer.result(id, done);
    });
    const onProgress = () => {
      throw new Error("oops");
    };
    expect(await start({ onProgress })).toEqual(done.content);
    expect(warnings).toEqual(["onProgress threw: Error: oops"]);
  });
});

describe("a signal", () => {
  it("that was aborted before sends nothing", async () => {
    const { start, transport } = await started(silent);
    const promise = start({ signal: AbortSignal.abort("why") });
    await expect(promise).rejects.toMatchObject({
      reason: "aborted",
      cause: "why",
    });
    expect(transport.methods()).toEqual(["server/discover"]);
  });

  it.each([
    ["legacy", "stream", legacy, true, false],
    ["modern", "stream", {}, true, false],
    ["legacy", "http", legacy, true, true],
    ["modern", "http", {}, false, true],
  ] as const)(
    "cancels a %s request over %s",
    async (_era, kind, options, tells, drops) => {
      const { start, calling, transport } = await started(
        silent,
        options,
        kind,
      );
      const controller = new AbortController();
      const promise = start({ signal: controller.signal });
      const { id } = await calling();
      controller.abort();
      await expect(promise).rejects.toMatchObject({ reason: "aborted" });
      const cancels = transport.sent.filter(
        ({ method }) => method === "notifications/cancelled",
      );
      expect(cancels.map(({ params }) => params!["requestId"])).toEqual(
        tells ? [id] : [],
      );
      if (drops) expect(transport.abandoned).toEqual([id]);
    },
  );
});

describe("the end of a connection", () => {
  it("rejects what waits and what comes after", async () => {
    const { client, start, calling, transport } = await started(silent);
    const promise = start();
    await calling();
    await client.close();
    await expect(promise).rejects.toMatchObject({ reason: "closed" });
    await expect(start()).rejects.toMatchObject({ reason: "closed" });
    expect(transport.closes).toBe(1);
  });

  it("is a matter of await using", async () => {
    const { client, transport } = await started(silent);
    await client[Symbol.asyncDispose]();
    expect(transport.closes).toBe(1);
  });
});

describe("more requests than may wait", () => {
  it("are not sent", async () => {
    const { transport, start } = await started(silent, { maxPending: 2 });
    const first = start();
    void start();
    await expect(start()).rejects.toMatchObject({ reason: "limit" });
    expect(transport.sent).toHaveLength(3);
    transport.peer.result(transport.sent[1]!.id, done);
    await first;
    void start();
    expect(transport.sent).toHaveLength(4);
  });

  it("of a server are refused", async () => {
    const asked: unknown[] = [];
    const { transport } = await started(silent, {
      ...legacy,
      onSample: (params) => {
        asked.push(params);
        return new Promise(() => undefined);
      },
    });
    for (let id = 1; id <= 101; id++)
      transport.peer.receiver.message({
        jsonrpc: "2.0",
        id: `s${id}`,
        method: "sampling/createMessage",
        params: {},
      });
    const refused = await transport.sending(({ error }) => error !== undefined);
    expect(refused).toMatchObject({ id: "s101", error: { code: -32603 } });
    expect(asked).toHaveLength(100);
  });
});

describe("requests of the server", () => {
  it("are none of the modern era's", async () => {
    const { transport, warnings } = await started(silent);
    transport.peer.receiver.message({ jsonrpc: "2.0", id: 9, method: "ping" });
    expect(warnings).toHaveLength(1);
    expect(transport.methods()).toEqual(["server/discover"]);
  });
});

describe("parameters of the user", () => {
  it("keep their own _meta beside that of the era", async () => {
    const { client, transport } = await started(({ id }, peer) =>
      peer.result(id, {}),
    );
    await client.request(
      "x/y" as never,
      { a: 1, _meta: { traceparent: "t", progressToken: "p" } } as never,
    );
    const { a, _meta } = transport.sent.at(-1)!.params!;
    expect(a).toBe(1);
    expect(_meta).toMatchObject({
      traceparent: "t",
      progressToken: "p",
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    });
  });
});
