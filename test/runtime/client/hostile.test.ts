import { describe, expect, it } from "vitest";
import { call, type ConnectOptions } from "../../../src/runtime/client.js";
import { connect } from "../../support/whole-client.js";
import { clientListen } from "../../../src/runtime/client-listen.js";
import { ConnectionError, ProtocolError } from "../../../src/runtime/errors.js";
import { httpChannel } from "../../../src/runtime/client-http.js";
import { LineWriter } from "../../../src/runtime/lines.js";
import { SseReader } from "../../../src/runtime/sse.js";
import {
  ScriptedTransport,
  type Script,
  server,
} from "../scripted-transport.js";
import { features, weather } from "./features.js";

const depth = 100_000;
const deep: unknown = JSON.parse("[".repeat(depth) + "]".repeat(depth));
/** What `String()` refuses. */
const odd: unknown = JSON.parse(`{"toString":1,"valueOf":1}`);
const input = { location: "x" };

async function connected(script: Script, options: ConnectOptions = {}) {
  const warnings: string[] = [];
  const transport = new ScriptedTransport(server(script));
  const client = await connect(transport, {
    features: { ...features, listen: clientListen },
    onWarning: (warning) => void warnings.push(warning),
    ...options,
  });
  return { client, transport, warnings };
}

const legacy = { versions: ["2025-11-25"] };
const content = [{ type: "text", text: "ok" }];

describe("a message that nests deeper than the stack", () => {
  it("is noise like any other", async () => {
    const { client, warnings } = await connected(({ id }, peer) => {
      peer.receiver.message(deep);
      peer.receiver.message({ jsonrpc: "2.0", id: 999, result: { deep } });
      peer.result(id, { content });
    });
    expect(await call(client, weather, input)).toEqual(content);
    expect(warnings).toHaveLength(2);
    await client.close();
  });

  it("is no answer", async () => {
    const { client } = await connected(({ id }, { receiver }) =>
      receiver.message({ jsonrpc: "2.0", id, result: deep }),
    );
    await expect(call(client, weather, input)).rejects.toMatchObject({
      reason: "protocol",
    });
    await client.close();
  });

  it("is no kind of result, and nothing that can be answered", async () => {
    const { client } = await connected(({ id, method }, { receiver }) =>
      receiver.message({
        jsonrpc: "2.0",
        id,
        result:
          method === "tools/call"
            ? { resultType: deep }
            : { resultType: "input_required", inputRequests: { a: deep } },
      }),
    );
    await expect(call(client, weather, input)).rejects.toThrow("no known type");
    await expect(client.readResource("a:b")).rejects.toThrow("does not offer");
    await client.close();
  });
});

describe("an error of the server", () => {
  it.each([
    ["nothing", {}],
    ["an object", { message: odd }],
    ["a number", { message: 5 }],
  ])(
    "whose message is %s stays an error of the server",
    async (_name, more) => {
      const { client } = await connected(({ id }, { receiver }) =>
        receiver.message({ jsonrpc: "2.0", id, error: { code: 7, ...more } }),
      );
      const error: unknown = await call(client, weather, input).catch(
        (thrown: unknown) => thrown,
      );
      expect(error).toBeInstanceOf(ProtocolError);
      expect(error).toMatchObject({
        code: 7,
        message: "The server says no more",
      });
      await client.close();
    },
  );
});

describe("a version that is no text", () => {
  it.each([
    ["initialize", { protocolVersion: odd }],
    ["server/discover", { supportedVersions: [odd] }],
    ["server/discover", { supportedVersions: deep }],
  ])("in the answer to %s is refused as a version", async (opening, result) => {
    const transport = new ScriptedTransport(({ id, method }, peer) => {
      if (method === opening)
        peer.receiver.message({ jsonrpc: "2.0", id, result });
      else if (id !== undefined) peer.error(id, -32601, "no");
    });
    await expect(connect(transport, { features })).rejects.toMatchObject({
      name: "ConnectionError",
      reason: "version",
    });
    expect(transport.closes).toBe(1);
  });
});

describe("content that holds no blocks", () => {
  it.each([[[null]], [[5]], [[[]]], ["text"], [{}]])(
    "is a broken result: %j",
    async (broken) => {
      const { client } = await connected(({ id }, peer) =>
        peer.result(id, { content: broken, isError: true }),
      );
      const error: unknown = await call(client, weather, input).catch(
        (thrown: unknown) => thrown,
      );
      expect(error).toBeInstanceOf(ConnectionError);
      expect(error).toMatchObject({ reason: "protocol" });
      await client.close();
    },
  );
});

describe("a handler of the client", () => {
  it("may throw what cannot be shown", async () => {
    const { client, transport, warnings } = await connected(
      ({ id, method }, peer) => {
        if (method === "tools/call")
          peer.receiver.message({
            jsonrpc: "2.0",
            id: "q",
            method: "roots/list",
          });
        peer.notify("notifications/progress", {
          progressToken: id,
          progress: 1,
        });
      },
      {
        ...legacy,
        roots: () => {
          throw Object.create(null);
        },
      },
    );
    client.on("message", () => {
      throw Object.create(null);
    });
    transport.peer.notify("notifications/message");
    const pending = call(client, weather, input, {
      onProgress: () => {
        throw Object.create(null);
      },
    });
    await transport.sending(({ id, error }) => id === "q" && !!error);
    expect(warnings).toHaveLength(3);
    await client.close();
    await expect(pending).rejects.toMatchObject({ reason: "closed" });
  });
});

describe("after close", () => {
  it("nobody waits for a subscription", async () => {
    const { client, transport } = await connected(() => undefined);
    client.on("message", () => undefined);
    await client.close();
    const before = transport.sent.length;
    await expect(client.subscribe("a:b")).rejects.toMatchObject({
      reason: "closed",
    });
    await expect(
      client.on("toolsListChanged", () => undefined).ready,
    ).rejects.toMatchObject({ reason: "closed" });
    expect(transport.sent).toHaveLength(before);
  });
});

describe("a request that has ended", () => {
  it("is not sent again when its session is found", async () => {
    let opened = 0;
    const abort = new AbortController();
    const transport = new ScriptedTransport(({ id, method }, peer) => {
      if (method === "initialize") {
        // The second session opens only after the caller has left.
        if (++opened === 2) abort.abort();
        peer.result(id, { protocolVersion: "2025-11-25", capabilities: {} });
      } else if (method === "tools/call" && id !== undefined) {
        peer.receiver.failed(id, new ConnectionError("session", "forgotten"));
      } else if (id !== undefined) peer.result(id, {});
    }, "http");
    const client = await connect(transport, { features, ...legacy });
    await expect(
      call(client, weather, input, { signal: abort.signal }),
    ).rejects.toMatchObject({ reason: "aborted" });
    await client.request("ping" as never, {} as never);
    expect(
      transport.methods().filter((method) => method === "tools/call"),
    ).toHaveLength(1);
    await client.close();
  });
});

describe("what has no end", () => {
  it("is measured while it comes: an event", () => {
    const events: string[] = [];
    const reader = new SseReader((data) => events.push(data));
    reader.push("data: 1234\ndata: 56");
    expect(reader.size).toBe("1234".length + "data: 56".length);
    reader.push("\n\n");
    expect(reader.size).toBe(0);
    expect(events).toEqual(["1234\n56"]);
  });

  it("is given up when it is longer than any message may be", async () => {
    let stopped = 0;
    const failure = await new Promise((resolve) => {
      const channel = httpChannel({
        url: new URL("http://127.0.0.1/"),
        transmit: (_request, reply) => {
          queueMicrotask(() => {
            reply.head(200, () => "text/event-stream");
            const chunk = `data: ${"x".repeat(13 * 1024 * 1024)}\n`;
            for (let count = 0; count < 5; count++) reply.text(chunk);
          });
          return () => void stopped++;
        },
        receiver: {
          message: () => undefined,
          failed: (_id, error) => resolve(error),
          forgotten: () => undefined,
          pause: () => () => undefined,
          warning: () => undefined,
          closed: () => undefined,
        },
        auth: undefined,
      });
      channel.send({ text: "{}", id: 1 });
    });
    expect(failure).toMatchObject({ reason: "http" });
    expect(stopped).toBe(1);
  });

  it("is written in pieces: the lines of one tick", () => {
    const line = "x".repeat(9 * 1024 * 1024);
    const lengths: number[] = [];
    const writer = new LineWriter(
      (text) => lengths.push(text.length) > 1,
      () => undefined,
    );
    // Together more than a string can hold.
    for (let count = 0; count < 70; count++) writer.push(line);
    writer.flush();
    expect(lengths).toEqual(Array.from({ length: 70 }, () => line.length + 1));
  });
});
