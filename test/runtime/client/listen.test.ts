import { describe, expect, it, vi } from "vitest";
import type { ConnectOptions } from "../../../src/runtime/client.js";
import { connect } from "../../support/whole-client.js";
import { clientListen } from "../../../src/runtime/client-listen.js";
import { ConnectionError } from "../../../src/runtime/errors.js";
import {
  type Script,
  ScriptedTransport,
  server,
  type Sent,
} from "../scripted-transport.js";
import { features } from "./features.js";

const subscriptionId = "io.modelcontextprotocol/subscriptionId";

async function connected(script: Script = agree, options: ConnectOptions = {}) {
  const transport = new ScriptedTransport(server(script));
  const client = await connect(transport, {
    features: { ...features, listen: clientListen },
    ...options,
  });
  const listens = () =>
    transport.sent.filter(({ method }) => method === "subscriptions/listen");
  return { client, transport, listens };
}

/** Honours every subscription. */
const agree: Script = ({ id, method, params }, peer) => {
  if (method === "subscriptions/listen")
    peer.notify("notifications/subscriptions/acknowledged", {
      _meta: { [subscriptionId]: id },
      notifications: params!["notifications"],
    });
  else peer.result(id, {});
};

const filter = ({ params }: Sent) => params!["notifications"];

describe("listening on a version that tells nothing unasked", () => {
  it("opens one subscription for all that is wanted at once", async () => {
    const { client, transport, listens } = await connected();
    const heard: unknown[] = [];
    const tools = client.on(
      "toolsListChanged",
      (params) => void heard.push(params),
    );
    const prompts = client.on(
      "promptsListChanged",
      () => void heard.push("prompts"),
    );
    client.on("toolsListChanged", () => void heard.push("twice"));
    await Promise.all([tools.ready, prompts.ready]);
    expect(listens().map(filter)).toEqual([
      { toolsListChanged: true, promptsListChanged: true },
    ]);
    const params = { _meta: { [subscriptionId]: 2 } };
    transport.peer.notify("notifications/tools/list_changed", params);
    expect(heard).toEqual([params, "twice"]);
  });

  it("sends the messages of the specification's overview", async () => {
    const { client, listens } = await connected();
    await client.on("toolsListChanged", () => undefined).ready;
    expect(listens()[0]).toMatchObject({
      id: 2,
      params: { notifications: { toolsListChanged: true } },
    });
  });

  it("cancels the subscription with the last listener", async () => {
    const { client, transport } = await connected();
    const one = client.on("toolsListChanged", () => undefined);
    const other = client.on("toolsListChanged", () => undefined);
    await one.ready;
    one.stop();
    expect(transport.methods()).not.toContain("notifications/cancelled");
    other.stop();
    const { params } = await transport.sending(
      ({ method }) => method === "notifications/cancelled",
    );
    expect(params).toMatchObject({ requestId: 2 });
  });

  it("subscribes to resources by their URIs", async () => {
    const { client, transport, listens } = await connected();
    const uris: string[] = [];
    client.on("resourceUpdated", ({ uri }) => void uris.push(uri));
    await Promise.all([client.subscribe("a:1"), client.subscribe("a:2")]);
    expect(listens().map(filter)).toEqual([
      { resourceSubscriptions: ["a:1", "a:2"] },
    ]);
    transport.peer.notify("notifications/resources/updated", { uri: "a:1" });
    expect(uris).toEqual(["a:1"]);
  });

  it("says when the server does not honour it", async () => {
    const { client } = await connected(({ id }, peer) =>
      peer.notify("notifications/subscriptions/acknowledged", {
        _meta: { [subscriptionId]: id },
        notifications: {},
      }),
    );
    const { ready } = client.on("toolsListChanged", () => undefined);
    await expect(ready).rejects.toMatchObject({ reason: "protocol" });
  });

  it("says when the server refuses, and does not ask again", async () => {
    const { client, listens } = await connected(({ id }, peer) =>
      peer.error(id, -32601, "none"),
    );
    const { ready } = client.on("toolsListChanged", () => undefined);
    await expect(ready).rejects.toMatchObject({ code: -32601 });
    expect(listens()).toHaveLength(1);
  });

  it("does not ask a user again who gave no access", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const warnings: string[] = [];
      const { client, transport, listens } = await connected(agree, {
        onWarning: (text) => void warnings.push(text),
      });
      await client.on("toolsListChanged", () => undefined).ready;
      const refusal = new ConnectionError("authorization", "The user said no");
      transport.peer.receiver.failed(2, refusal);
      await vi.advanceTimersByTimeAsync(60_000);
      expect(listens()).toHaveLength(1);
      expect(warnings).toEqual(["No changes are told of: The user said no"]);
    } finally {
      vi.useRealTimers();
    }
  });

  it.each<[string, Script]>([
    ["a result", ({ id }, peer) => peer.result(id, { resultType: "complete" })],
    [
      "a cancellation",
      ({ id }, peer) =>
        peer.notify("notifications/cancelled", { requestId: id }),
    ],
  ])("opens it again when the server ends it by %s", async (_name, end) => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const { client, transport, listens } = await connected();
      await client.on("toolsListChanged", () => undefined).ready;
      end(listens()[0]!, transport.peer);
      await vi.advanceTimersByTimeAsync(1000);
      expect(listens().map(({ id }) => id)).toEqual([2, 3]);
      await client.close();
      await vi.advanceTimersByTimeAsync(60_000);
      expect(listens()).toHaveLength(2);
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it("lasts however quiet the server is", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    try {
      const { client, listens } = await connected();
      await client.on("toolsListChanged", () => undefined).ready;
      await vi.advanceTimersByTimeAsync(10 * 3_600_000);
      expect(listens()).toHaveLength(1);
      await client.close();
    } finally {
      vi.useRealTimers();
    }
  });
});

describe("listening on a session", () => {
  const versions = ["2025-06-18"];

  it("asks for nothing", async () => {
    const { client, transport } = await connected(agree, { versions });
    const heard: string[] = [];
    const listening = client.on(
      "toolsListChanged",
      () => void heard.push("tools"),
    );
    client.on("message", ({ level }) => void heard.push(level));
    client.on("notifications/x/y" as never, () => void heard.push("x/y"));
    await listening.ready;
    transport.peer.notify("notifications/tools/list_changed");
    transport.peer.notify("notifications/message", { level: "info", data: 1 });
    transport.peer.notify("notifications/x/y");
    listening.stop();
    transport.peer.notify("notifications/tools/list_changed");
    expect(heard).toEqual(["tools", "info", "x/y"]);
    expect(transport.methods()).toEqual([
      "initialize",
      "notifications/initialized",
    ]);
  });

  it("subscribes and unsubscribes by requests", async () => {
    const { client, transport } = await connected(agree, { versions });
    const listening = await client.subscribe("a:1");
    listening.stop();
    await transport.sending(({ method }) => method === "resources/unsubscribe");
    expect(
      transport.sent.slice(2).map(({ method, params }) => [method, params]),
    ).toEqual([
      ["resources/subscribe", { uri: "a:1" }],
      ["resources/unsubscribe", { uri: "a:1" }],
    ]);
  });

  it("goes on when a listener throws", async () => {
    const warnings: string[] = [];
    const { client, transport } = await connected(agree, {
      versions,
      onWarning: (text) => void warnings.push(text),
    });
    let heard = false;
    client.on("toolsListChanged", () => {
      throw new Error("oops");
    });
    client.on("toolsListChanged", () => (heard = true));
    transport.peer.notify("notifications/tools/list_changed");
    expect(heard).toBe(true);
    expect(warnings).toHaveLength(1);
  });
});

describe("log messages", () => {
  it("are asked for by the session where the version and the server have them", async () => {
    const transport = new ScriptedTransport(server(agree, { logging: {} }));
    await connect(transport, {
      features,
      versions: ["2025-06-18"],
      logLevel: "debug",
    });
    expect(transport.sent.at(-1)).toMatchObject({
      method: "logging/setLevel",
      params: { level: "debug" },
    });
  });

  it("are asked for by each request in the modern era", async () => {
    const { transport } = await connected(agree, { logLevel: "debug" });
    expect(transport.sent[0]!.params!["_meta"]).toMatchObject({
      "io.modelcontextprotocol/logLevel": "debug",
    });
  });
});

describe("a client without listening", () => {
  it("says so", async () => {
    const transport = new ScriptedTransport(server(agree));
    const client = await connect(transport, { features });
    expect(() => client.on("message", () => undefined)).toThrow(
      /without listening/,
    );
  });
});
