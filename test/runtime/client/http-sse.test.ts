import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { httpSse } from "../../../src/runtime/client-http-sse.js";
import { connect } from "../../support/whole-client.js";
import type {
  Channel,
  Outgoing,
  Transport,
} from "../../../src/runtime/transport.js";
import { features } from "./features.js";
import {
  breaking,
  channel,
  channelTo,
  type HttpAnswer,
  refuse,
  settled,
  stream,
} from "./fake-http.js";

/** HTTP+SSE of 2024-11-05 (section 12.3), and the way to it. */
beforeEach(
  () => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }),
);
afterEach(() => void vi.useRealTimers());

const initialize: Outgoing = { text: "init", id: 1, method: "initialize" };
const accepted = refuse(202, "Accepted");
const endpoint = "event: endpoint\ndata: /messages?sessionId=1\n\n";
const message = (id: number) =>
  `event: message\r\ndata: {"jsonrpc":"2.0",\r\ndata: "id":${id},"result":{}}\r\n\r\n`;

/** A channel whose server has refused `initialize` by POST, and what came of it. */
async function refused(status: number, ...answers: HttpAnswer[]) {
  const below = channel(refuse(status), ...answers);
  below.made.send(initialize);
  await settled();
  below.failures.length = 0;
  return { ...below, old: httpSse(below.made) };
}

async function opened(...answers: HttpAnswer[]) {
  const { old, ...more } = await refused(405, ...answers);
  const sse = old as Channel;
  sse.send(initialize);
  await settled();
  return { sse, ...more, posts: () => more.sent.slice(2) };
}

/** A stream that the test writes on. */
function open() {
  let write: (text: string) => void = () => undefined;
  let end: () => void = () => undefined;
  const answer: HttpAnswer = (reply, request) => {
    stream("", false)(reply, request);
    write = (text) => reply.text(text);
    end = () => reply.end();
  };
  return { answer, write: (text: string) => write(text), end: () => end() };
}

describe("the way to HTTP+SSE", () => {
  it.each([400, 404, 405])("is open after HTTP %i", async (status) => {
    const { old } = await refused(status);
    expect(old).toBeDefined();
  });

  it.each([200, 401, 403, 406, 415, 500, 503])(
    "is closed after HTTP %i",
    async (status) => {
      const { old } = await refused(status);
      expect(old).toBeUndefined();
    },
  );

  it("is closed where nothing travels by HTTP", () => {
    const stdio = { send: () => undefined } as unknown as Channel;
    expect(httpSse(stdio)).toBeUndefined();
  });
});

describe("the address for messages", () => {
  it.each([
    ["/messages?s=1", "http://127.0.0.1/messages?s=1"],
    ["messages", "http://127.0.0.1/messages"],
    ["?s=1", "http://127.0.0.1/mcp?s=1"],
    ["http://127.0.0.1/other/m", "http://127.0.0.1/other/m"],
  ])("may be %s", async (address, url) => {
    const { posts } = await opened(
      stream(`event: endpoint\ndata: ${address}\n\n`, false),
    );
    expect(posts()).toMatchObject([{ method: "POST", body: "init" }]);
    expect(posts()[0]!.url!.href).toBe(url);
  });

  it.each([
    "http://127.0.0.1:81/messages",
    "https://127.0.0.1/messages",
    "http://example.com/messages",
    "//example.com/messages",
    "http://[",
    "file:///etc/passwd",
    "javascript:alert(1)",
  ])("may not be of another origin: %s", async (address) => {
    const { posts, failures } = await opened(
      stream(`event: endpoint\ndata: ${address}\n\n`, false),
    );
    expect(posts()).toEqual([]);
    expect(failures).toMatchObject([{ reason: "protocol" }]);
  });

  it("is named once", async () => {
    const { sse, posts } = await opened(
      stream(`${endpoint}event: endpoint\ndata: /evil\n\n`, false),
      accepted,
      accepted,
    );
    sse.send({ text: "{}" });
    expect(posts().map(({ url }) => url!.pathname)).toEqual([
      "/messages",
      "/messages",
    ]);
  });

  it("is waited for before anything is sent", async () => {
    const { answer, write } = open();
    const { sse, posts, messages } = await opened(answer, accepted, accepted);
    sse.send({ text: "second", id: 2, headers: { "X-A": "a" } });
    await settled();
    expect(posts()).toEqual([]);
    write(endpoint.slice(0, 9));
    write(endpoint.slice(9));
    expect(posts().map(({ body }) => body)).toEqual(["init", "second"]);
    expect(posts()[1]!.headers).toEqual({
      "X-A": "a",
      "Content-Type": "application/json",
    });
    write(message(2) + message(1));
    expect(messages).toMatchObject([{ id: 2 }, { id: 1 }]);
  });

  it("is not waited for by what was given up", async () => {
    const { answer, write } = open();
    const { sse, posts } = await opened(answer);
    sse.abandon(1);
    write(endpoint);
    expect(posts()).toEqual([]);
  });
});

describe("a server that has no HTTP+SSE", () => {
  it.each<[string, HttpAnswer, object]>([
    ["refuses the stream", refuse(404), { reason: "http", status: 404 }],
    ["answers with no stream", refuse(200, "{}"), { reason: "http" }],
    ["names no address", stream(""), { reason: "http" }],
    ["cannot be reached", breaking, { reason: "http" }],
  ])("%s", async (_what, answer, error) => {
    const { failures, told } = await opened(answer);
    expect(failures).toMatchObject([error]);
    expect(told.forgotten).toBe(0);
  });
});

describe("a message over HTTP+SSE", () => {
  it.each([
    [refuse(500, "oops"), { reason: "http", status: 500, body: "oops" }],
    [refuse(404), { reason: "session" }],
    [breaking, { reason: "http" }],
  ])("fails when it is refused", async (answer, error) => {
    const { sse, failures } = await opened(
      stream(endpoint, false),
      accepted,
      answer,
    );
    sse.send({ text: "{}", id: 2 });
    await settled();
    expect(failures).toMatchObject([error]);
  });

  it("does not fail when the answer was faster", async () => {
    const { answer, write } = open();
    const { failures } = await opened(answer, refuse(500));
    write(endpoint + message(1));
    await settled();
    expect(failures).toEqual([]);
  });

  it("without an answer is reported when it was taken, and when it was not", async () => {
    const { sse, warnings } = await opened(
      stream(endpoint, false),
      accepted,
      accepted,
      refuse(500),
    );
    const taken: number[] = [];
    sse.send({ text: "{}", taken: () => void taken.push(1) });
    sse.send({ text: "{}", taken: () => void taken.push(2) });
    await settled();
    expect(taken).toEqual([1, 2]);
    expect(warnings).toHaveLength(1);
  });

  it("has no answer any more when the stream ends", async () => {
    const { answer, write, end } = open();
    const { sse, failures, told, posts } = await opened(
      answer,
      accepted,
      accepted,
    );
    write(endpoint + message(1));
    sse.send({ text: "{}", id: 2 });
    await settled();
    end();
    expect(failures).toMatchObject([{ reason: "closed" }]);
    expect(told.forgotten).toBe(1);
    // What comes now was never sent, so it may be sent in a new session.
    sse.send({ text: "{}", id: 3 });
    await settled();
    expect(failures.slice(1)).toMatchObject([{ reason: "session" }]);
    expect(posts()).toHaveLength(2);
  });

  it("is not longer than allowed", async () => {
    const { answer, write } = open();
    const { failures, messages } = await opened(answer, accepted);
    write(endpoint);
    write(`data: ${"x".repeat(1000)}`);
    expect(failures).toMatchObject([{ reason: "closed" }]);
    write(`\n\n${message(1)}`);
    expect(messages).toEqual([]);
  });
});

describe("the refusal that a user hears of", () => {
  const transport = (answers: HttpAnswer[]): Transport => ({
    kind: "http",
    open: async (receiver) => channelTo(receiver, answers).made,
  });
  const legacy = { features, versions: ["2024-11-05"] };

  it("is the first one", async () => {
    const answers = [refuse(404, "nothing here"), refuse(405)];
    const client = connect(transport(answers), legacy);
    await expect(client).rejects.toMatchObject({
      reason: "http",
      status: 404,
      body: "nothing here",
    });
  });

  it("is that of a modern server, which is asked for no stream", async () => {
    const body = `{"jsonrpc":"2.0","id":1,"error":{"code":-32022,"message":"no","data":{"supported":["2026-07-28"]}}}`;
    const answers = [refuse(400, body), stream(endpoint, false)];
    const client = connect(transport(answers), legacy);
    await expect(client).rejects.toMatchObject({ code: -32022 });
    expect(answers).toHaveLength(1);
  });
});
