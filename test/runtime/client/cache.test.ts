import { describe, expect, it, vi } from "vitest";
import { withFetch } from "../../../src/runtime/fetch-server.js";
import type { ConnectOptions } from "../../../src/runtime/client.js";
import { connect } from "../../support/whole-client.js";
import { clientCache } from "../../../src/runtime/client-cache.js";
import { clientListen } from "../../../src/runtime/client-listen.js";
import { http } from "../../../src/runtime/http-client.js";
import type { JsonObject } from "../../../src/runtime/json-rpc.js";
import { linked } from "../../../src/runtime/linked.js";
import type { Server } from "../../../src/runtime/server.js";
import type { Protocol } from "../../../src/runtime/protocol.js";
import type { Transport } from "../../../src/runtime/transport.js";
import { type Peer, ScriptedTransport, server } from "../scripted-transport.js";
import { contract, makeServer } from "../server/fixture.js";
import { features } from "./features.js";

interface Any extends Protocol {
  readonly requests: { readonly [method: string]: object };
  readonly results: { readonly [method: string]: JsonObject };
}

const keeping = { ...features, listen: clientListen, cache: clientCache };

function open(transport: Transport, options: ConnectOptions<Any> = {}) {
  return connect<Any>(transport, { features: keeping, ...options });
}

/** A server whose answers say how often it was asked, with these hints. */
function counting(
  hints: object,
  options: ConnectOptions<Any> = {},
  before: (peer: Peer, count: number) => void = () => undefined,
) {
  let count = 0;
  const transport = new ScriptedTransport(
    server(({ id, method, params }, peer) => {
      if (method === "subscriptions/listen")
        peer.notify("notifications/subscriptions/acknowledged", {
          _meta: { "io.modelcontextprotocol/subscriptionId": id },
          notifications: params!["notifications"],
        });
      else if (params?.["cursor"] === "gone")
        peer.error(id, -32602, "Unknown cursor");
      else {
        count++;
        before(peer, count);
        peer.result(id, { resultType: "complete", count, ...hints });
      }
    }),
  );
  const client = open(transport, options);
  const ask = async (
    method: string,
    params?: object,
    call: { readonly fresh?: boolean } = {},
  ) => (await (await client).request(method, params ?? {}, call))["count"];
  return { client, transport, ask };
}

const minute = { ttlMs: 60_000, cacheScope: "public" };

describe("a result that may be kept", () => {
  it.each([
    ["tools/list", {}],
    ["prompts/list", {}],
    ["resources/list", {}],
    ["resources/templates/list", {}],
    ["resources/read", { uri: "test://motd" }],
  ])("is not asked for twice: %s", async (method, params) => {
    const { ask } = counting(minute);
    expect([await ask(method, params), await ask(method, params)]).toEqual([
      1, 1,
    ]);
    expect(await ask(method, params, { fresh: true })).toBe(2);
    expect(await ask(method, params)).toBe(2);
  });

  it("may be what the server says of itself", async () => {
    let count = 0;
    const made = makeServer({
      intercept({ method, params }, next) {
        if (method === "server/discover") count++;
        return next({ params });
      },
    });
    const client = await open(linked(made));
    const before = count;
    await client.request("server/discover");
    await client.request("server/discover");
    expect(count - before).toBe(1);
    await made.close();
  });

  it("is one for each page and each URI", async () => {
    const { ask } = counting(minute);
    expect(await ask("tools/list")).toBe(1);
    expect(await ask("tools/list", { cursor: "" })).toBe(2);
    expect(await ask("resources/read", { uri: "a:1" })).toBe(3);
    expect(await ask("resources/read", { uri: "a:2" })).toBe(4);
    expect(await ask("tools/list", { cursor: "" })).toBe(2);
  });

  it("is good until its time is over", async () => {
    const clock = vi.spyOn(performance, "now");
    try {
      const { ask } = counting({ ...minute, ttlMs: 1000 });
      clock.mockReturnValue(5000);
      expect(await ask("tools/list")).toBe(1);
      clock.mockReturnValue(5999);
      expect(await ask("tools/list")).toBe(1);
      clock.mockReturnValue(6000);
      expect(await ask("tools/list")).toBe(2);
    } finally {
      clock.mockRestore();
    }
  });

  it("cannot be changed by who got it", async () => {
    const { client } = counting({ ...minute, list: [1] });
    const read = async () => (await client).request("tools/list");
    ((await read())["list"] as number[]).push(2);
    expect((await read())["list"]).toEqual([1]);
  });

  it("is seen by intercept each time", async () => {
    const seen: string[] = [];
    const { ask } = counting(minute, {
      intercept(request, next) {
        seen.push(request.method);
        return next(request);
      },
    });
    expect([await ask("tools/list"), await ask("tools/list")]).toEqual([1, 1]);
    expect(seen).toEqual(["tools/list", "tools/list"]);
  });

  it("leaves when there is too much", async () => {
    const { ask } = counting({ ...minute, text: "x".repeat(3 * 1024 * 1024) });
    for (const uri of ["a:1", "a:2", "a:1", "a:3"])
      await ask("resources/read", { uri });
    expect(await ask("resources/read", { uri: "a:1" })).toBe(1);
    expect(await ask("resources/read", { uri: "a:2" })).toBe(4);
  });

  it("is of no use once the client is closed", async () => {
    const { client, ask } = counting(minute);
    await ask("tools/list");
    await (await client).close();
    await expect(ask("tools/list")).rejects.toMatchObject({ reason: "closed" });
  });
});

describe("a result that may not be kept", () => {
  it.each([
    ["without hints", {}],
    ["for no time", { ttlMs: 0, cacheScope: "public" }],
    ["for less than no time", { ttlMs: -1, cacheScope: "public" }],
    ["for a time that is none", { ttlMs: "60000", cacheScope: "public" }],
  ])("%s", async (_, hints) => {
    const { ask } = counting(hints);
    expect([await ask("tools/list"), await ask("tools/list")]).toEqual([1, 2]);
  });

  it("of another method", async () => {
    const { ask } = counting(minute);
    expect([await ask("prompts/get"), await ask("prompts/get")]).toEqual([
      1, 2,
    ]);
  });

  it("that input was given for", async () => {
    let count = 0;
    const transport = new ScriptedTransport(
      server(({ id, params }, peer) => {
        const answered = params?.["requestState"] !== undefined;
        peer.result(
          id,
          answered
            ? { resultType: "complete", count: ++count, ...minute }
            : { resultType: "input_required", requestState: "s" },
        );
      }),
    );
    const client = await open(transport);
    const read = async () => client.request("resources/read", { uri: "a:1" });
    expect((await read())["count"]).toBe(1);
    expect((await read())["count"]).toBe(2);
  });

  it("in a client that keeps nothing", async () => {
    const { ask } = counting(minute, { features } as ConnectOptions<Any>);
    expect([await ask("tools/list"), await ask("tools/list")]).toEqual([1, 2]);
  });
});

describe("what was kept is dropped", () => {
  it("where its cursor is not known any more", async () => {
    const { ask } = counting(minute);
    await ask("tools/list");
    await ask("prompts/list");
    await expect(ask("tools/list", { cursor: "gone" })).rejects.toMatchObject({
      code: -32602,
    });
    expect(await ask("tools/list")).toBe(3);
    expect(await ask("prompts/list")).toBe(2);
  });

  it("by a change that comes while the answer is under way", async () => {
    const { client, ask } = counting(minute, {}, (peer, count) => {
      if (count === 1) peer.notify("notifications/tools/list_changed");
    });
    await (await client).on("toolsListChanged", () => undefined).ready;
    expect(await ask("tools/list")).toBe(1);
    expect(await ask("tools/list")).toBe(2);
    expect(await ask("tools/list")).toBe(2);
  });

  it("by an update of the resource or of a part of it", async () => {
    const { client, transport, ask } = counting(minute);
    await (await client).subscribe("a:1");
    const read = (uri: string) => ask("resources/read", { uri });
    expect([await read("a:1"), await read("a:2")]).toEqual([1, 2]);
    transport.peer.notify("notifications/resources/updated", { uri: "a:1/x" });
    expect([await read("a:1"), await read("a:2")]).toEqual([3, 2]);
  });

  it("on a real server, before a listener asks again", async () => {
    const seen: string[] = [];
    const example = makeServer({
      intercept({ method, params }, next) {
        seen.push(method);
        return next({ params });
      },
    });
    const client = await open(linked(example));
    const list = async () => {
      let count = 0;
      for await (const _ of client.listTools()) count++;
      return count;
    };
    await list();
    await list();
    expect(seen.filter((method) => method === "tools/list")).toHaveLength(1);
    const relisted = new Promise<number>((resolve) => {
      client.on("toolsListChanged", () => void list().then(resolve));
    });
    await client.on("toolsListChanged", () => undefined).ready;
    example.changed("tools");
    expect(await relisted).toBe(5);
    expect(seen.filter((method) => method === "tools/list")).toHaveLength(2);
    await example.close();
  });
});

describe("credentials", () => {
  const url = "http://localhost/mcp";

  function guarded(scope: "public" | "private"): {
    readonly server: Server;
    readonly transport: Transport;
    readonly asked: unknown[];
  } {
    const asked: unknown[] = [];
    const made = makeServer(
      {
        auth: (request) => ({ auth: request.header("authorization") }),
        resources: {
          motd: (_uri, { auth }) => {
            asked.push(auth);
            return String(auth);
          },
        },
      },
      { cache: { ...contract.cache, read: { ttlMs: 60_000, scope } } },
    );
    const { fetch } = withFetch(made);
    const transport = http({
      url,
      fetch: (input, init) => fetch(new Request(input, init)),
    });
    return { server: made, transport, asked };
  }

  it.each([
    ["private", ["me", "me", "you", "me"], ["me", "you", "me"]],
    ["public", ["me", "me", "me", "me"], ["me"]],
  ] as const)("that change: %s results", async (scope, texts, reached) => {
    const { server: made, transport, asked } = guarded(scope);
    let name = "me";
    const client = await open(transport, {
      auth: { headers: () => ({ Authorization: name }) },
    });
    const read = async () => {
      const { contents } = await client.readResource("test://motd");
      return (contents as { text: string }[])[0]!.text;
    };
    const found: string[] = [];
    for (name of ["me", "me", "you", "me"]) found.push(await read());
    expect(found).toEqual(texts);
    expect(asked).toEqual(reached);
    await made.close();
  });
});
