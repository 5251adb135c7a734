import { expect, it, onTestFinished } from "vitest";
import { serveHttp } from "../../../src/runtime/node-http-server.js";
import { sessions } from "../../../src/runtime/http-sessions.js";
import type {
  EventBus,
  ServerEvent,
} from "../../../src/runtime/server-events.js";
import type { Server } from "../../../src/runtime/server.js";
import type { SampleContext } from "../../../src/runtime/server-asking.js";
import { asks } from "../../../src/runtime/server-asks.js";
import type {
  SessionState,
  SessionStore,
} from "../../../src/runtime/server-http.js";
import { makeServer, newestLegacy } from "../server/fixture.js";
import { type Fetch, LegacyClient, readStream, signal } from "./hosts.js";

/** A store and a bus as between processes: nothing arrives at once, and all of it is JSON. */
function shared(): { store: SessionStore; bus: EventBus } {
  const states = new Map<string, string>();
  const listeners = new Set<(event: ServerEvent) => void>();
  const later = () => new Promise<void>((resolve) => setImmediate(resolve));
  return {
    store: {
      async get(id) {
        await later();
        const text = states.get(id);
        return text === undefined
          ? undefined
          : (JSON.parse(text) as SessionState);
      },
      async set(id, state) {
        await later();
        states.set(id, JSON.stringify(state));
      },
      async delete(id) {
        await later();
        states.delete(id);
      },
    },
    bus: {
      publish(event) {
        const text = JSON.stringify(event);
        setImmediate(() => {
          for (const listener of listeners)
            listener(JSON.parse(text) as ServerEvent);
        });
      },
      subscribe(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
  };
}

/** What both processes run; `free` lets the tool `act` go on. */
function process(
  { store, bus }: ReturnType<typeof shared>,
  started: () => void,
  free: Promise<void>,
): Server {
  return makeServer(
    {
      bus,
      sessions: { store },
      tools: {
        async act({ what }, context) {
          started();
          if (what === "log") context.log("debug", "fine");
          if (what === "wait") {
            context.progress(1);
            await free;
          }
          if (what === "ask") {
            const asking = context as unknown as SampleContext;
            await asking.sample("s", { messages: [], maxTokens: 1 });
          }
          return context.signal.aborted ? "stopped" : "done";
        },
      },
    },
    { sessions, asks },
  );
}

/** Two of them; each request goes to the one whose turn it is. */
async function roundRobin(): Promise<{
  readonly client: LegacyClient;
  readonly servers: readonly Server[];
  readonly started: Promise<void>;
  readonly free: () => void;
  /** The number of the one that is asked next. */
  turn: number;
}> {
  const seams = shared();
  const started = signal();
  const free = signal();
  const servers = [0, 1].map(() =>
    process(seams, () => started.happen(), free.happened),
  );
  const listeners = await Promise.all(
    servers.map((server) => serveHttp(server, { port: 0 })),
  );
  onTestFinished(async () => {
    await Promise.all(listeners.map((listener) => listener.close()));
  });
  const state = { turn: 0 };
  const proxy: Fetch = (path, init) => {
    const listener = listeners[state.turn++ % 2];
    return fetch(new URL(path, listener?.url), init);
  };
  const client = new LegacyClient(proxy, newestLegacy);
  return Object.assign(state, {
    client,
    servers,
    started: started.happened,
    free: () => free.happen(),
  });
}

const call = (what: string) => ({
  name: "act",
  arguments: { what },
  _meta: { progressToken: 1 },
});

it("keeps log level and subscriptions in both, and tells of changes of either", async () => {
  const both = await roundRobin();
  const { client, servers } = both;
  await client.open();
  const stream = await client.get();
  const askedBoth = async (method: string, params: object) => {
    await client.ask(method, params);
    both.turn += 1;
  };
  await askedBoth("logging/setLevel", { level: "debug" });
  await askedBoth("resources/subscribe", { uri: "test://motd" });
  for (const turn of [0, 1]) {
    both.turn = turn;
    const messages = await readStream(
      await client.send("tools/call", call("log")),
    ).rest();
    expect(messages[0]).toMatchObject({ params: { data: "fine" } });
  }
  servers[0]?.changed("tools");
  servers[1]?.changed("prompts");
  servers[1]?.updated("test://motd");
  const told = [];
  for (let at = 0; at < 3; at += 1)
    told.push((await stream.next())?.message["method"]);
  expect(told).toEqual([
    "notifications/tools/list_changed",
    "notifications/prompts/list_changed",
    "notifications/resources/updated",
  ]);
  await stream.close();
});

it("ends a session in both", async () => {
  const { client } = await roundRobin();
  await client.open();
  const stream = await client.get();
  expect((await client.delete()).status).toBe(200);
  expect(await stream.rest()).toEqual([]);
  for (let at = 0; at < 2; at += 1)
    expect((await client.send("ping")).status).toBe(404);
});

it("carries an answer to the process that asked", async () => {
  const both = await roundRobin();
  const { client } = both;
  await client.open({ sampling: {} });
  const stream = readStream(await client.send("tools/call", call("ask")));
  const question = (await stream.next())?.message;
  expect(question).toMatchObject({ method: "sampling/createMessage" });
  // The call has taken one turn, so this one reaches the other process.
  const result = {
    role: "assistant",
    model: "m",
    content: { type: "text", text: "t" },
  };
  await client.post({ id: question?.["id"], result });
  expect(await stream.rest()).toMatchObject([
    { result: { content: [{ text: "done" }] } },
  ]);
});

it("carries a cancellation to the process that runs the call", async () => {
  const both = await roundRobin();
  const { client } = both;
  await client.open();
  const stream = readStream(await client.send("tools/call", call("wait"), "c"));
  await both.started;
  await client.post({
    method: "notifications/cancelled",
    params: { requestId: "c" },
  });
  expect(await stream.rest()).toMatchObject([{ params: { progress: 1 } }]);
  both.free();
});

it("goes on with a stream only where its events are", async () => {
  const both = await roundRobin();
  const { client } = both;
  await client.open();
  const broken = readStream(await client.send("tools/call", call("wait")));
  const first = await broken.next();
  await broken.close();
  both.free();
  const elsewhere = await client.get(first?.id);
  // A client tries again, and the next turn is that of the right one.
  expect(elsewhere.response.status).toBe(503);
  const here = await client.get(first?.id);
  expect(await here.rest()).toMatchObject([
    { result: { content: [{ text: "done" }] } },
  ]);
});
