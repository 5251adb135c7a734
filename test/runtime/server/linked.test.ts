import { describe, expect, it } from "vitest";
import type { ConnectionError } from "../../../src/runtime/errors.js";
import { linked } from "../../../src/runtime/linked.js";
import { makeServer, type Message, modern } from "./fixture.js";

type Heard = {
  readonly messages: Message[];
  readonly closed: ConnectionError[];
};

async function join(server = makeServer()) {
  const heard: Heard = { messages: [], closed: [] };
  let heardMore = (): void => undefined;
  const channel = await linked(server).open({
    message(value) {
      heard.messages.push(value as Message);
      heardMore();
    },
    failed: () => undefined,
    forgotten: () => undefined,
    pause: () => () => undefined,
    warning: () => undefined,
    closed(error) {
      heard.closed.push(error);
      heardMore();
    },
  });
  return {
    server,
    channel,
    heard,
    more: () => new Promise<void>((resolve) => (heardMore = resolve)),
    ask: (id: number, method: string, params: object) =>
      channel.send({
        id,
        text: JSON.stringify({ jsonrpc: "2.0", id, method, params }),
      }),
  };
}

describe("linked", () => {
  it("carries messages as JSON, later and in order", async () => {
    const { ask, heard, more } = await join();
    ask(1, "server/discover", modern());
    ask(2, "tools/call", modern({ name: "act", arguments: { what: "x" } }));
    expect(heard.messages).toEqual([]);
    while (heard.messages.length < 2) await more();
    expect(heard.messages).toMatchObject([
      { id: 1 },
      { id: 2, result: { content: [{ text: "Hello x" }] } },
    ]);
  });

  it("says when a message is taken", async () => {
    const { channel } = await join();
    await new Promise<void>((taken) =>
      channel.send({
        text: '{"jsonrpc":"2.0","method":"notifications/initialized"}',
        taken,
      }),
    );
  });

  it("ends with the server, after its last words", async () => {
    const { server, ask, heard, more } = await join();
    ask(
      4,
      "subscriptions/listen",
      modern({ notifications: { toolsListChanged: true } }),
    );
    await more();
    await server.close();
    expect(heard.messages.map(({ method, id }) => method ?? id)).toEqual([
      "notifications/subscriptions/acknowledged",
      4,
      "notifications/cancelled",
    ]);
    expect(heard.closed).toMatchObject([{ reason: "closed" }]);
  });

  it("ends with the client and leaves the server to others", async () => {
    let aborted = (): void => undefined;
    const gone = new Promise<void>((resolve) => (aborted = resolve));
    let started = (): void => undefined;
    const running = new Promise<void>((resolve) => (started = resolve));
    const server = makeServer({
      tools: {
        async act(_input, { signal }) {
          signal.addEventListener("abort", aborted);
          started();
          await gone;
          return "";
        },
      },
    });
    const first = await join(server);
    first.ask(
      1,
      "tools/call",
      modern({ name: "act", arguments: { what: "" } }),
    );
    await running;
    await first.channel.close();
    await gone;
    expect(first.heard.closed).toHaveLength(1);
    const second = await join(server);
    second.ask(1, "tools/list", modern());
    await second.more();
    expect(second.heard.messages).toMatchObject([{ id: 1 }]);
    await server.close();
    expect(first.heard.closed).toHaveLength(1);
  });
});
