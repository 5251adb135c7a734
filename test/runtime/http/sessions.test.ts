import { describe, expect, it } from "vitest";
import { sessions } from "../../../src/runtime/http-sessions.js";
import type { Server, ServerContract } from "../../../src/runtime/server.js";
import type { AuthRequest } from "../../../src/runtime/server-http.js";
import { importClosure, readSources } from "../../support/source.js";
import { legacyProfiles, makeServer, newestLegacy } from "../server/fixture.js";
import { hosts, LegacyClient, readStream, signal } from "./hosts.js";

type Options = Parameters<typeof makeServer>[0];

function sessionServer(
  options?: Options,
  changes?: Partial<ServerContract>,
): Server {
  return makeServer(options, { sessions, ...changes });
}

const versions = legacyProfiles
  .filter((profile) => profile.sessions)
  .map(({ version }) => version);

it("are in no server that nothing passes them to", () => {
  const closure = importClosure(readSources("src/runtime"), [
    "src/runtime/server.ts",
    "src/runtime/modern-server.ts",
    "src/runtime/node-http-server.ts",
  ]);
  const extra =
    /http-(legacy|session|sse|feed)|idle-map|server-connection|fetch-server/;
  expect(closure.filter((path) => extra.test(path))).toEqual([]);
});

describe.each(hosts)("sessions over %s", (_, host) => {
  const connect = async (
    server: Server,
    version = newestLegacy,
  ): Promise<LegacyClient> => new LegacyClient(await host(server), version);

  it.each(versions)("are opened, used and ended in %s", async (version) => {
    const client = await connect(sessionServer(), version);
    const hello = await client.open();
    expect(hello).toMatchObject({ result: { protocolVersion: version } });
    expect(client.headers["mcp-session-id"]).toMatch(/^[\x21-\x7e]{32,}$/);
    // The session knows the version: no header has to say it.
    delete client.headers["mcp-protocol-version"];
    const params = { name: "words", arguments: { text: "a" } };
    const result = await client.ask("tools/call", params);
    const { structuredContent } = legacyProfiles.find(
      (profile) => profile.version === version,
    )!;
    expect("structuredContent" in result).toBe(structuredContent !== "none");
    expect((await client.delete()).ok).toBe(true);
    expect((await client.send("ping")).status).toBe(404);
    expect((await client.get()).response.status).toBe(404);
    expect((await client.delete()).status).toBe(404);
  });

  it.each(["", "no-such-session", crypto.randomUUID()])(
    "answer 404 to the id %j",
    async (id) => {
      const client = await connect(sessionServer());
      await client.open();
      client.headers["mcp-session-id"] = id;
      expect((await client.send("ping")).status).toBe(404);
    },
  );

  it("are each of their own", async () => {
    const send = await host(sessionServer());
    const ids = await Promise.all(
      [1, 2, 3].map(async () => {
        const client = new LegacyClient(send, newestLegacy);
        await client.open();
        return client.headers["mcp-session-id"];
      }),
    );
    expect(new Set(ids).size).toBe(3);
  });

  it("remain without, where no id is sent", async () => {
    const client = await connect(sessionServer());
    const list = await client.ask("tools/list");
    expect(list).toHaveProperty("tools");
    expect((await client.get()).response.status).toBe(405);
    expect((await client.delete()).status).toBe(405);
  });

  it("give a refused initialize no session", async () => {
    const client = await connect(sessionServer());
    const response = await client.send("initialize", {});
    expect(response.headers.has("mcp-session-id")).toBe(false);
    expect(await response.json()).toMatchObject({ error: { code: -32602 } });
  });

  it("keep the capabilities and the log level of a client", async () => {
    const server = sessionServer({
      tools: {
        act(_input, context) {
          context.log("debug", "fine");
          context.log("error", "bad");
          return JSON.stringify(context.client);
        },
      },
    });
    const client = await connect(server);
    await client.open({ sampling: {} });
    await client.ask("logging/setLevel", { level: "debug" });
    const params = { name: "act", arguments: { what: "" } };
    const stream = readStream(await client.send("tools/call", params));
    const messages = await stream.rest();
    expect(messages).toMatchObject([
      { method: "notifications/message", params: { data: "fine" } },
      { method: "notifications/message", params: { data: "bad" } },
      { result: { content: [{}] } },
    ]);
    expect(JSON.stringify(messages.at(-1))).toContain("sampling");
  });

  it("tell of changes on the standing stream", async () => {
    const server = sessionServer();
    const client = await connect(server);
    await client.open();
    await client.ask("resources/subscribe", { uri: "test://motd" });
    const stream = await client.get();
    expect(stream.response.headers.get("content-type")).toBe(
      "text/event-stream",
    );
    server.updated("test://other");
    server.updated("test://motd");
    server.changed("tools");
    expect((await stream.next())?.message).toMatchObject({
      method: "notifications/resources/updated",
      params: { uri: "test://motd" },
    });
    expect((await stream.next())?.message).toMatchObject({
      method: "notifications/tools/list_changed",
    });
    await client.ask("resources/unsubscribe", { uri: "test://motd" });
    server.updated("test://motd");
    server.changed("prompts");
    expect((await stream.next())?.message).toMatchObject({
      method: "notifications/prompts/list_changed",
    });
    await client.delete();
    expect(await stream.next()).toBeUndefined();
  });

  it("tell what changed while nobody read the standing stream, once", async () => {
    const server = sessionServer();
    const client = await connect(server);
    await client.open();
    server.changed("tools");
    server.changed("prompts");
    server.changed("tools");
    const stream = await client.get();
    server.changed("resources");
    const told = [];
    for (let at = 0; at < 3; at += 1)
      told.push((await stream.next())?.message["method"]);
    expect(told).toEqual(
      ["tools", "prompts", "resources"].map(
        (list) => `notifications/${list}/list_changed`,
      ),
    );
    await stream.close();
  });

  it("have one standing stream: a second one ends the first", async () => {
    const server = sessionServer();
    const client = await connect(server);
    await client.open();
    const first = await client.get();
    const second = await client.get();
    expect(await first.rest()).toEqual([]);
    server.changed("tools");
    expect((await second.next())?.message).toMatchObject({
      method: "notifications/tools/list_changed",
    });
    await second.close();
  });

  it("open no stream for who does not take events", async () => {
    const send = await host(sessionServer());
    const client = new LegacyClient(send, newestLegacy);
    await client.open();
    const response = await send("/mcp", {
      method: "GET",
      headers: { ...client.headers, accept: "text/html" },
    });
    expect(response.status).toBe(405);
  });

  it("belong to one principal", async () => {
    const auth = ({ header }: AuthRequest) => ({
      auth: {},
      principal: header("authorization"),
    });
    const client = await connect(sessionServer({ auth }));
    client.headers["authorization"] = "ada";
    await client.open();
    expect((await client.send("ping")).status).toBe(200);
    client.headers["authorization"] = "bob";
    expect((await client.send("ping")).status).toBe(404);
    expect((await client.get()).response.status).toBe(404);
    expect((await client.delete()).status).toBe(404);
    client.headers["authorization"] = "ada";
    expect((await client.delete()).status).toBe(200);
  });

  it("refuse an id that is in use", async () => {
    const running = signal();
    const free = signal();
    const server = sessionServer({
      tools: {
        async act() {
          running.happen();
          await free.happened;
          return "done";
        },
      },
    });
    const client = await connect(server);
    await client.open();
    const params = { name: "act", arguments: { what: "" } };
    const first = client.send("tools/call", params, 7);
    await running.happened;
    const second = await client.send("ping", {}, 7);
    expect(await second.json()).toMatchObject({ error: { code: -32600 } });
    free.happen();
    expect((await first).status).toBe(200);
  });

  it("cancel a call when told to", async () => {
    const running = signal();
    const aborted = signal();
    const server = sessionServer({
      tools: {
        async act(_input, { signal: stopped }) {
          stopped.addEventListener("abort", () => aborted.happen());
          running.happen();
          await aborted.happened;
          return "done";
        },
      },
    });
    const client = await connect(server);
    await client.open();
    const params = { name: "act", arguments: { what: "" } };
    const answer = client.send("tools/call", params, "c");
    await running.happened;
    const cancelled = await client.post({
      method: "notifications/cancelled",
      params: { requestId: "c" },
    });
    expect(cancelled.status).toBe(202);
    await aborted.happened;
    expect(await (await answer).text()).toBe("");
  });

  it("take a version header that is none for a mistake", async () => {
    const client = await connect(sessionServer());
    await client.open();
    client.headers["mcp-protocol-version"] = "1999-01-01";
    const answers = [
      await client.send("ping"),
      (await client.get()).response,
      await client.delete(),
    ];
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400]);
    client.headers["mcp-protocol-version"] = newestLegacy;
    expect((await client.send("ping")).status).toBe(200);
  });

  it("mean nothing to the modern era", async () => {
    const client = await connect(sessionServer());
    await client.open();
    client.headers["mcp-protocol-version"] = "2026-07-28";
    client.headers["mcp-method"] = "server/discover";
    const response = await client.send("server/discover", {
      _meta: {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
      },
    });
    expect([response.status, response.headers.has("mcp-session-id")]).toEqual([
      200,
      false,
    ]);
  });

  it("take batches in the version that has them", async () => {
    const client = await connect(sessionServer(), "2025-03-26");
    await client.open();
    const response = await client.post([
      { id: 1, method: "ping" },
      { method: "notifications/x" },
      { id: 2, method: "logging/setLevel", params: { level: "error" } },
    ]);
    expect(await response.json()).toEqual([
      { jsonrpc: "2.0", id: 1, result: {} },
      { jsonrpc: "2.0", id: 2, result: {} },
    ]);
    client.headers["mcp-protocol-version"] = "1999-01-01";
    expect((await client.post([{ id: 1, method: "ping" }])).status).toBe(400);
  });
});
