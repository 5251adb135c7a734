import { describe, expect, it } from "vitest";
import type { HttpOptions } from "../../../src/runtime/http-policy.js";
import { sessions } from "../../../src/runtime/http-sessions.js";
import type { Server } from "../../../src/runtime/server.js";
import { legacyProfiles, makeServer, newestLegacy } from "../server/fixture.js";
import { hosts, LegacyClient, readStream, signal } from "./hosts.js";

type Act = NonNullable<
  NonNullable<Parameters<typeof makeServer>[0]>["tools"]
>["act"];

function serverOf(act: NonNullable<Act>, options: object = {}): Server {
  return makeServer({ tools: { act }, ...options }, { sessions });
}

const act = {
  name: "act",
  arguments: { what: "" },
  _meta: { progressToken: "p" },
};
const progress = (value: number) => ({
  method: "notifications/progress",
  params: { progress: value },
});
const done = { result: { content: [{ text: "done" }] } };

const polling = legacyProfiles.find(({ resumption }) => resumption === "poll")!;
const replaying = legacyProfiles.find(
  ({ resumption }) => resumption === "replay",
)!;

describe.each(hosts)("a stream that broke, over %s", (_, host) => {
  const connect = async (
    server: Server,
    version = newestLegacy,
    options?: HttpOptions,
  ): Promise<LegacyClient> => {
    const client = new LegacyClient(await host(server, options), version);
    await client.open();
    return client;
  };

  it("goes on where it was, and cancels nothing", async () => {
    const free = signal();
    const server = serverOf(async (_input, context) => {
      context.progress(1);
      await free.happened;
      context.progress(2);
      expect(context.signal.aborted).toBe(false);
      return "done";
    });
    const client = await connect(server);
    const broken = readStream(await client.send("tools/call", act));
    expect((await broken.next())?.message).toMatchObject(progress(1));
    await broken.close();
    free.happen();
    const stream = await client.get(broken.lastId);
    expect(await stream.rest()).toMatchObject([progress(2), done]);
  });

  it("goes on after the answer was sent", async () => {
    const server = serverOf((_input, context) => {
      context.progress(1);
      context.progress(2);
      return "done";
    });
    const client = await connect(server);
    const broken = readStream(await client.send("tools/call", act));
    const first = await broken.next();
    await broken.close();
    for (let times = 0; times < 2; times += 1) {
      const stream = await client.get(first?.id);
      expect(await stream.rest()).toMatchObject([progress(2), done]);
    }
  });

  it("ends where another connection takes it up", async () => {
    const free = signal();
    const server = serverOf(async (_input, context) => {
      context.progress(1);
      await free.happened;
      return "done";
    });
    const client = await connect(server);
    const first = readStream(await client.send("tools/call", act));
    const place = await first.next();
    const second = await client.get(place?.id);
    expect(await first.rest()).toEqual([]);
    free.happen();
    expect(await second.rest()).toMatchObject([done]);
  });

  it("begins with a place to come back to where clients may poll", async () => {
    const server = serverOf((_input, context) => {
      context.progress(1);
      return "done";
    });
    const client = await connect(server, polling.version, { retryMs: 250 });
    const stream = readStream(await client.send("tools/call", act));
    const text = (await stream.text()) ?? "";
    expect(text).toMatch(/^id: \S+\nretry: 250\ndata: \n\n/);
    const place = /^id: (\S+)/.exec(text)?.[1];
    expect(await stream.rest()).toMatchObject([progress(1), done]);
    const again = await client.get(place);
    expect(await again.rest()).toMatchObject([progress(1), done]);
  });

  it("has ids, but no event without data, in older versions", async () => {
    const server = serverOf((_input, context) => {
      context.progress(1);
      context.releaseConnection();
      return "done";
    });
    const client = await connect(server, replaying.version);
    const stream = readStream(await client.send("tools/call", act));
    const first = await stream.next();
    expect(stream.retryMs).toBeUndefined();
    expect(await stream.rest()).toMatchObject([done]);
    const again = await client.get(first?.id);
    expect(await again.rest()).toMatchObject([done]);
  });

  it("ends early when the handler says so, and the client polls", async () => {
    const free = signal();
    const server = serverOf(async (_input, context) => {
      context.releaseConnection(50);
      context.progress(1);
      await free.happened;
      context.progress(2);
      context.releaseConnection();
      return "done";
    });
    const client = await connect(server);
    const stream = readStream(await client.send("tools/call", act));
    expect(await stream.rest()).toEqual([]);
    expect([stream.retryMs, stream.lastId]).toEqual([50, expect.any(String)]);
    const second = await client.get(stream.lastId);
    expect((await second.next())?.message).toMatchObject(progress(1));
    free.happen();
    expect((await second.next())?.message).toMatchObject(progress(2));
    const third = await client.get(second.lastId);
    expect(await third.rest()).toMatchObject([done]);
  });

  it("is not released where no client can come back", async () => {
    const server = serverOf((_input, context) => {
      context.releaseConnection();
      return "done";
    });
    const send = await host(server);
    const stateless = new LegacyClient(send, newestLegacy);
    const response = await stateless.send("tools/call", act);
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(await response.json()).toMatchObject(done);
  });

  it("is a standing one too", async () => {
    const server = serverOf(() => "done");
    const client = await connect(server);
    const stream = await client.get();
    server.changed("tools");
    const first = await stream.next();
    await stream.close();
    server.changed("prompts");
    const again = await client.get(first?.id);
    expect((await again.next())?.message).toMatchObject({
      method: "notifications/prompts/list_changed",
    });
    await again.close();
  });

  it("is kept as far as there is room", async () => {
    const server = serverOf(
      (_input, context) => {
        context.progress(1, 1, "x".repeat(500));
        context.progress(2, 2, "y".repeat(500));
        return "done";
      },
      { sessions: { maxKept: 500 } },
    );
    const client = await connect(server);
    const streams = [];
    for (let at = 0; at < 2; at += 1) {
      const stream = readStream(await client.send("tools/call", act));
      streams.push(await stream.next());
      await stream.rest();
    }
    const lost = await client.get(streams[0]?.id);
    expect(lost.response.status).toBe(400);
    const kept = await client.get(streams[1]?.id);
    expect(await kept.rest()).toMatchObject([done]);
  });

  it.each(["call.x-1", "no place"])(
    "is not found by the id %j of another",
    async (id) => {
      const client = await connect(serverOf(() => "done"));
      const stream = await client.get(id);
      // What belongs to no stream opens the standing one.
      expect(stream.response.status).toBe(id === "no place" ? 200 : 400);
      await stream.close();
    },
  );

  it("is over when its call is cancelled", async () => {
    const running = signal();
    const server = serverOf(async (_input, context) => {
      context.progress(1);
      await new Promise((_resolve, reject) => {
        context.signal.addEventListener("abort", reject);
        running.happen();
      });
      return "done";
    });
    const client = await connect(server);
    const stream = readStream(await client.send("tools/call", act, "c"));
    await running.happened;
    await client.post({
      method: "notifications/cancelled",
      params: { requestId: "c" },
    });
    expect(await stream.rest()).toMatchObject([progress(1)]);
    const again = await client.get(stream.lastId);
    expect(again.response.status).toBe(400);
  });
});
