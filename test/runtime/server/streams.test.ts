import { describe, expect, it } from "vitest";
import {
  connectRaw,
  legacyProfiles,
  makeServer,
  type Message,
  modern,
  newestLegacy,
  newestModern,
  open,
  type Raw,
} from "./fixture.js";

const subscription = "io.modelcontextprotocol/subscriptionId";

/** A promise that is settled from outside. */
function gate(): { readonly passed: Promise<void>; open(): void } {
  let open = (): void => undefined;
  const passed = new Promise<void>((resolve) => (open = resolve));
  return { passed, open };
}

async function listenTo(
  raw: Raw,
  notifications: object,
  id: string | number = 4,
): Promise<Message> {
  return raw.ask("subscriptions/listen", modern({ notifications }), id);
}

describe("subscriptions/listen", () => {
  it.each([4, "4", 0, ""])(
    "acknowledges, tells and ends under the id %j",
    async (id) => {
      const server = makeServer();
      const raw = connectRaw(server);
      const _meta = { [subscription]: id };
      const asked = {
        toolsListChanged: true,
        promptsListChanged: false,
        resourceSubscriptions: ["test://motd"],
        other: 1,
      };
      expect(await listenTo(raw, asked, id)).toEqual({
        jsonrpc: "2.0",
        method: "notifications/subscriptions/acknowledged",
        params: {
          _meta,
          notifications: {
            toolsListChanged: true,
            resourceSubscriptions: ["test://motd"],
          },
        },
      });
      server.changed("prompts");
      server.updated("test://other");
      expect(raw.waiting).toEqual([]);
      server.changed("tools");
      expect(await raw.next()).toEqual({
        jsonrpc: "2.0",
        method: "notifications/tools/list_changed",
        params: { _meta },
      });
      server.updated("test://motd");
      expect(await raw.next()).toEqual({
        jsonrpc: "2.0",
        method: "notifications/resources/updated",
        params: { _meta, uri: "test://motd" },
      });
      await server.close();
      const end = await raw.next();
      expect(end).toMatchObject({
        id,
        result: { resultType: "complete", _meta },
      });
      expect(await raw.next()).toEqual({
        jsonrpc: "2.0",
        method: "notifications/cancelled",
        params: { requestId: id },
      });
      expect(raw.waiting).toEqual([]);
    },
  );

  it("tells what a handler says has changed", async () => {
    const server = makeServer({
      tools: {
        act: (_input, context) => {
          context.changed("tools");
          context.updated("test://motd");
          return "told";
        },
      },
    });
    const raw = connectRaw(server);
    await listenTo(raw, {
      toolsListChanged: true,
      resourceSubscriptions: ["test://motd"],
    });
    raw.send({
      jsonrpc: "2.0",
      id: 5,
      method: "tools/call",
      params: modern({ name: "act", arguments: { what: "x" } }),
    });
    expect([await raw.next(), await raw.next()]).toMatchObject([
      { method: "notifications/tools/list_changed" },
      { method: "notifications/resources/updated" },
    ]);
    expect(await raw.next()).toMatchObject({ id: 5 });
  });

  it("ends without an answer when the client cancels", async () => {
    const server = makeServer();
    const raw = connectRaw(server);
    await listenTo(raw, { toolsListChanged: true });
    raw.send({
      jsonrpc: "2.0",
      method: "notifications/cancelled",
      params: { requestId: "4" },
    });
    server.changed("tools");
    expect(await raw.next()).toMatchObject({
      method: "notifications/tools/list_changed",
    });
    raw.send({
      jsonrpc: "2.0",
      method: "notifications/cancelled",
      params: { requestId: 4 },
    });
    server.changed("tools");
    await server.close();
    expect(raw.waiting).toEqual([]);
  });

  it("honours only what the server declares", async () => {
    const changes = {
      subscribe: false,
      listChanged: { tools: false, prompts: false, resources: true },
    };
    const raw = connectRaw(makeServer({}, changes));
    const answer = await listenTo(raw, {
      toolsListChanged: true,
      resourcesListChanged: true,
      resourceSubscriptions: ["test://motd"],
    });
    expect(answer).toMatchObject({
      params: { notifications: { resourcesListChanged: true } },
    });
    expect((answer["params"] as Message)["notifications"]).toEqual({
      resourcesListChanged: true,
    });
  });

  it.each([
    {},
    { notifications: 1 },
    { notifications: { resourceSubscriptions: [1] } },
  ])("refuses %j", async (params) => {
    const raw = connectRaw(makeServer());
    expect(await raw.ask("subscriptions/listen", modern(params))).toMatchObject(
      { error: { code: -32602 } },
    );
  });

  it("is no method of a server that passes no such feature", async () => {
    const server = makeServer({}, { listen: undefined } as object);
    expect(await listenTo(connectRaw(server), {})).toMatchObject({
      error: { code: -32601 },
    });
  });
});

describe("a legacy session", () => {
  it("hears unasked of changed lists, once it is initialized", async () => {
    const server = makeServer();
    const raw = connectRaw(server);
    await raw.ask("initialize", {
      protocolVersion: newestLegacy,
      capabilities: {},
      clientInfo: {},
    });
    server.changed("tools");
    expect(raw.waiting).toEqual([]);
    raw.send({ jsonrpc: "2.0", method: "notifications/initialized" });
    server.changed("tools");
    expect(await raw.next()).toEqual({
      jsonrpc: "2.0",
      method: "notifications/tools/list_changed",
    });
    raw.connection.close();
    server.changed("tools");
    expect(raw.waiting).toEqual([]);
  });

  it("hears of the resources that it follows", async () => {
    const server = makeServer();
    const raw = connectRaw(server);
    await open(raw, newestLegacy);
    const uri = "test://motd";
    expect(await raw.ask("resources/subscribe", { uri })).toMatchObject({
      result: {},
    });
    server.updated("test://other");
    server.updated(uri);
    expect(await raw.next()).toEqual({
      jsonrpc: "2.0",
      method: "notifications/resources/updated",
      params: { uri },
    });
    await raw.ask("resources/unsubscribe", { uri });
    server.updated(uri);
    expect(raw.waiting).toEqual([]);
    expect(await raw.ask("resources/subscribe", {})).toMatchObject({
      error: { code: -32602 },
    });
  });

  it("cannot follow resources of a server that does not offer it", async () => {
    const raw = connectRaw(
      makeServer({}, { subscribe: false, logging: false }),
    );
    await open(raw, newestLegacy);
    expect(await raw.ask("resources/subscribe", { uri: "x" })).toMatchObject({
      error: { code: -32601 },
    });
    expect(await raw.ask("logging/setLevel", { level: "info" })).toMatchObject({
      error: { code: -32601 },
    });
  });
});

describe("changed", () => {
  it("warns where the manifest does not say so", () => {
    const warnings: string[] = [];
    const server = makeServer(
      { warnings },
      { listChanged: { tools: false, prompts: false, resources: false } },
    );
    server.changed("tools");
    expect(warnings).toEqual([
      "The manifest does not say that tools can change: listChanged",
    ]);
  });
});

describe("cancelling", () => {
  const eras = [
    ["modern", modern],
    ["legacy", (params: object) => params],
  ] as const;

  it.each(eras)(
    "aborts the signal and keeps the answer back (%s)",
    async (_, withMeta) => {
      const started = gate();
      const aborted = gate();
      let reason: unknown;
      const server = makeServer({
        tools: {
          async act(_input, { signal }) {
            signal.addEventListener("abort", () => aborted.open());
            started.open();
            await aborted.passed;
            reason = signal.reason as unknown;
            throw reason;
          },
        },
      });
      const raw = connectRaw(server);
      const params = withMeta({ name: "act", arguments: { what: "" } });
      raw.send({ jsonrpc: "2.0", id: 7, method: "tools/call", params });
      await started.passed;
      raw.send({
        jsonrpc: "2.0",
        method: "notifications/cancelled",
        params: { requestId: 7, reason: "enough" },
      });
      await aborted.passed;
      expect(await raw.ask("tools/list", withMeta({}), 7)).toHaveProperty(
        "result.tools",
      );
      expect(reason).toMatchObject({
        name: "ConnectionError",
        message: "enough",
      });
    },
    2000,
  );

  it("is seen by a signal that is asked for late", async () => {
    const cancelled = gate();
    const seen = gate();
    let aborted = false;
    const server = makeServer({
      tools: {
        async act(_input, context) {
          await cancelled.passed;
          ({ aborted } = context.signal);
          seen.open();
          return "";
        },
      },
    });
    const raw = connectRaw(server);
    raw.send({
      jsonrpc: "2.0",
      id: 7,
      method: "tools/call",
      params: modern({ name: "act", arguments: { what: "" } }),
    });
    raw.send({
      jsonrpc: "2.0",
      method: "notifications/cancelled",
      params: { requestId: 7 },
    });
    cancelled.open();
    await seen.passed;
    expect(aborted).toBe(true);
    await server.close();
    expect(raw.waiting).toEqual([]);
  });

  it("of what nobody asked means nothing", () => {
    const raw = connectRaw(makeServer());
    raw.send({
      jsonrpc: "2.0",
      method: "notifications/cancelled",
      params: { requestId: 1 },
    });
    raw.send({ jsonrpc: "2.0", method: "notifications/cancelled" });
    expect(raw.waiting).toEqual([]);
  });

  it("comes for all calls when the client is gone", async () => {
    const aborted = gate();
    const server = makeServer({
      tools: {
        async act(_input, { signal }) {
          signal.addEventListener("abort", () => aborted.open());
          await aborted.passed;
          return "";
        },
      },
    });
    const raw = connectRaw(server);
    raw.send({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "act", arguments: { what: "" } },
    });
    raw.connection.close();
    await aborted.passed;
    expect(raw.waiting).toEqual([]);
  });

  it("does not mix up requests with one id", async () => {
    const free = gate();
    const server = makeServer({
      tools: {
        async act() {
          await free.passed;
          return "first";
        },
      },
    });
    const raw = connectRaw(server);
    const params = { name: "act", arguments: { what: "" } };
    raw.send({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
    expect(await raw.ask("tools/call", params, 1)).toMatchObject({
      id: 1,
      error: { code: -32600 },
    });
    free.open();
    expect(await raw.next()).toMatchObject({
      id: 1,
      result: { content: [{ text: "first" }] },
    });
  });
});

describe("progress", () => {
  const act = async (
    _input: unknown,
    context: { progress(done: number, total?: number, message?: string): void },
  ) => {
    context.progress(0, 100, "start");
    context.progress(0, 100);
    context.progress(50.5, 100, "half");
    context.progress(10);
    context.progress(Number.NaN);
    return "done";
  };

  it.each([...legacyProfiles.map(({ version }) => version), newestModern])(
    "reaches who asked for it (%s)",
    async (version) => {
      const raw = connectRaw(makeServer({ tools: { act } }));
      const call = { name: "act", arguments: { what: "" } };
      if (version !== newestModern) await open(raw, version);
      const params =
        version === newestModern
          ? modern(call, { progressToken: "t" })
          : { ...call, _meta: { progressToken: "t" } };
      const message = version === "2024-11-05" ? {} : { message: "start" };
      expect(await raw.ask("tools/call", params)).toEqual({
        jsonrpc: "2.0",
        method: "notifications/progress",
        params: { progressToken: "t", progress: 0, total: 100, ...message },
      });
      expect(await raw.next()).toMatchObject({ params: { progress: 50.5 } });
      expect(await raw.next()).toHaveProperty("result");
      expect(raw.waiting).toEqual([]);
    },
  );

  it("is not sent to who did not ask", async () => {
    const raw = connectRaw(makeServer({ tools: { act } }));
    expect(
      await raw.ask(
        "tools/call",
        modern({ name: "act", arguments: { what: "" } }),
      ),
    ).toHaveProperty("result");
  });

  it("stops with the answer", async () => {
    let late = (): void => undefined;
    const server = makeServer({
      tools: {
        act(_input, context) {
          late = () => context.progress(1);
          return "done";
        },
      },
    });
    const raw = connectRaw(server);
    await raw.ask(
      "tools/call",
      modern({ name: "act", arguments: { what: "" } }, { progressToken: 0 }),
    );
    late();
    expect(raw.waiting).toEqual([]);
  });
});

describe("log", () => {
  const act = (
    _input: unknown,
    context: {
      log(level: "debug" | "warning", data: unknown, logger?: string): void;
    },
  ) => {
    context.log("debug", "fine");
    context.log("warning", { of: "rain" }, "sky");
    return "done";
  };
  const call = { name: "act", arguments: { what: "" } };
  const warning = {
    jsonrpc: "2.0",
    method: "notifications/message",
    params: { level: "warning", logger: "sky", data: { of: "rain" } },
  };

  it("goes by the level of each modern request", async () => {
    const raw = connectRaw(makeServer({ tools: { act } }));
    expect(await raw.ask("tools/call", modern(call))).toHaveProperty("result");
    const level = { "io.modelcontextprotocol/logLevel": "notice" };
    expect(await raw.ask("tools/call", modern(call, level))).toEqual(warning);
    expect(await raw.next()).toHaveProperty("result");
  });

  it("goes by the level of a legacy session", async () => {
    const raw = connectRaw(makeServer({ tools: { act } }));
    await open(raw, newestLegacy);
    expect(await raw.ask("tools/call", call)).toEqual(warning);
    await raw.next();
    expect(await raw.ask("logging/setLevel", { level: "loud" })).toMatchObject({
      error: { code: -32602 },
    });
    expect(await raw.ask("logging/setLevel", { level: "error" })).toMatchObject(
      { result: {} },
    );
    expect(await raw.ask("tools/call", call)).toHaveProperty("result");
  });
});

describe("context", () => {
  it("says who asks", async () => {
    let client: unknown;
    const server = makeServer({
      tools: {
        act(_input, context) {
          ({ client } = context);
          return "";
        },
      },
    });
    const raw = connectRaw(server);
    const call = { name: "act", arguments: { what: "" } };
    await raw.ask(
      "tools/call",
      modern(call, {
        "io.modelcontextprotocol/clientCapabilities": { sampling: {} },
      }),
    );
    expect(client).toEqual({
      info: { name: "test", version: "1" },
      capabilities: { sampling: {} },
      version: newestModern,
    });
    await open(raw, "2025-06-18", { roots: {} });
    await raw.ask("tools/call", call);
    expect(client).toEqual({
      info: { name: "test", version: "1" },
      capabilities: { roots: {} },
      version: "2025-06-18",
    });
  });
});

describe("close", () => {
  it("finishes what is in flight and takes nothing new", async () => {
    const free = gate();
    const server = makeServer({
      tools: {
        async act() {
          await free.passed;
          return "done";
        },
      },
    });
    const raw = connectRaw(server);
    const params = modern({ name: "act", arguments: { what: "" } });
    raw.send({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
    let closed = false;
    const closing = server.close().then(() => (closed = true));
    expect(await raw.ask("tools/call", params, 2)).toMatchObject({
      id: 2,
      error: { code: -32603 },
    });
    expect(closed).toBe(false);
    free.open();
    expect(await raw.next()).toMatchObject({
      id: 1,
      result: { content: [{ text: "done" }] },
    });
    await closing;
    await server.close();
  });
});
