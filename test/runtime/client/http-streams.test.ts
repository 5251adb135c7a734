import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ConnectionError } from "../../../src/runtime/errors.js";
import {
  breaking,
  channel,
  pauseUntilNext,
  type HttpAnswer,
  refuse,
  result,
  settled,
  stream,
} from "./fake-http.js";

/** The streams of legacy servers, on a clock of ours (section 12.1, H4 to H8). */
beforeEach(
  () => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }),
);
afterEach(() => void vi.useRealTimers());

const call = { text: "{}", id: 1, profile: { resumption: "replay" } as const };

describe("the stream of a call that ends before the answer (H4)", () => {
  it.each([
    ["as long as the server says", "retry: 500\n", 500],
    ["a second where it says nothing", "", 1000],
    ["a little where it says none", "retry: 0\n", 100],
    ["a second where it says nonsense", "retry: soon\n", 1000],
  ])("is continued after %s", async (_when, retry, pause) => {
    const { made, sent, messages } = channel(
      stream(`id: e1\n${retry}data:\n\n`),
      stream(`id: e2\n${result(1)}`),
    );
    made.send(call);
    await settled();
    expect(await pauseUntilNext(sent)).toBe(pause);
    await settled();
    expect(sent[1]).toMatchObject({
      method: "GET",
      body: undefined,
      headers: { Accept: "text/event-stream", "Last-Event-ID": "e1" },
    });
    expect(messages).toEqual([{ jsonrpc: "2.0", id: 1, result: {} }]);
  });

  it("is continued as often as the server ends it, from the last event", async () => {
    const { made, sent, messages } = channel(
      stream("id: e1\nretry: 200\ndata:\n\n"),
      ...["e2", "e3", "e4", "e5", "e6", "e7", "e8"].map((id) =>
        stream(`id: ${id}\ndata:\n\n`),
      ),
      stream(result(1)),
    );
    made.send(call);
    await settled();
    for (let count = 1; count <= 8; count++) {
      expect(await pauseUntilNext(sent)).toBe(200);
      expect(sent.at(-1)!.headers["Last-Event-ID"]).toBe(`e${count}`);
      await settled();
    }
    expect(messages).toHaveLength(1);
  });

  it("is given up when the server cannot be reached five times in a row", async () => {
    const { made, sent, failures } = channel(
      stream("id: e1\nretry: 200\ndata:\n\n"),
      breaking,
      refuse(503),
      stream("id: e2\ndata:\n\n"),
      ...Array.from({ length: 6 }, () => breaking),
    );
    made.send(call);
    await settled();
    const pauses: number[] = [];
    while (failures.length === 0) {
      pauses.push(await pauseUntilNext(sent));
      await settled();
    }
    expect(pauses).toEqual([200, 400, 800, 200, 400, 800, 1600, 3200, 6400]);
    expect(failures).toMatchObject([{ reason: "closed" }]);
  });

  it.each([400, 404, 405])(
    "is not sent again where the server answers %i: it may have been done",
    async (status) => {
      const { made, sent, failures } = channel(
        (reply) => {
          reply.head(200, (name) =>
            name === "mcp-session-id" ? "s" : "application/json",
          );
          reply.text('{"jsonrpc":"2.0","id":7,"result":{}}');
          reply.end();
        },
        stream("id: e1\nretry: 200\ndata:\n\n"),
        refuse(status),
      );
      made.send({ ...call, id: 7, method: "initialize" });
      await settled();
      made.send(call);
      await settled();
      await pauseUntilNext(sent);
      await settled();
      expect(failures).toMatchObject([{ reason: "closed", status }]);
      expect(sent.map(({ method }) => method)).toEqual(["POST", "POST", "GET"]);
    },
  );

  it.each([
    ["no event had an id", "retry: 1\ndata:\n\n"],
    ["no header can carry the id", "id: \u2603\ndata:\n\n"],
  ])("is lost where %s", async (_why, text) => {
    const { made, failures } = channel(stream(text));
    made.send(call);
    await settled();
    expect(failures).toMatchObject([{ reason: "closed" }]);
  });

  it("is not asked for any more once the call is given up", async () => {
    const { made } = channel(stream("id: e1\ndata:\n\n"));
    made.send(call);
    await settled();
    made.abandon(1);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("an answer that is longer than allowed", () => {
  it.each([
    ["an event", "text/event-stream", "data: "],
    ["a line of no event", "text/event-stream", ":"],
    ["JSON", "application/json", '"'],
  ])("ends the request: %s", async (_what, type, start) => {
    const { made, failures } = channel((reply) => {
      reply.head(200, () => type);
      if (type !== "application/json") reply.text("id: e1\ndata:\n\n");
      reply.text(start + "x".repeat(1000));
    });
    made.send(call);
    await settled();
    expect(failures).toMatchObject([
      {
        reason: "http",
        message: "The server sent a message of more than 1000 characters",
      },
    ]);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("an answer that comes in a batch (J8)", () => {
  const batch = `[{"jsonrpc":"2.0","method":"notifications/message"},{"jsonrpc":"2.0","id":1,"result":{}}]`;

  it.each([
    ["an event", stream(`data: ${batch}\n\n`)],
    ["a body", refuse(200, batch)],
  ])("ends its request: %s", async (_what, answer) => {
    const { made, messages, failures } = channel(answer);
    made.send({ ...call, profile: { batches: true } });
    await settled();
    expect(messages).toEqual([JSON.parse(batch)]);
    expect(failures).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("fails its request where the version has no batches", async () => {
    const { made, failures } = channel(refuse(200, batch));
    made.send(call);
    await settled();
    expect(failures).toMatchObject([{ reason: "http", status: 200 }]);
  });
});

describe("a session that the server has forgotten (H8)", () => {
  const opening: HttpAnswer = (reply) => {
    reply.head(200, (name) => (name === "mcp-session-id" ? "s" : undefined));
    reply.text('{"jsonrpc":"2.0","id":0,"result":{}}');
    reply.end();
  };

  it.each([
    ["an empty body", ""],
    ["a page", "<html>"],
    [
      "an error of JSON-RPC",
      '{"jsonrpc":"2.0","id":null,"error":{"code":-32001,"message":"x"}}',
    ],
  ])("is recognised by 404 with %s", async (_what, body) => {
    const { made, failures, messages } = channel(opening, refuse(404, body));
    made.send({ text: "{}", id: 0, method: "initialize" });
    await settled();
    made.send(call);
    await settled();
    expect(failures).toMatchObject([{ reason: "session", status: 404 }]);
    expect(messages).toHaveLength(1);
  });

  it("is none where there was no session", async () => {
    const { made, failures } = channel(refuse(404));
    made.send(call);
    await settled();
    expect(failures).toMatchObject([{ reason: "http", status: 404 }]);
  });

  it("leaves a call to its caller where a user gave no access", async () => {
    const refusal = new ConnectionError("authorization", "no");
    const { made, sent, failures } = channel(
      stream("id: e1\ndata:\n\n"),
      (reply) => reply.failed(refusal),
    );
    made.send(call);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent).toHaveLength(2);
    expect(failures).toEqual([refusal]);
  });
});

describe("the standing stream (H5)", () => {
  it("is not asked for again where a user gave no access", async () => {
    const refusal = new ConnectionError("authorization", "no");
    const { made, sent, warnings } = channel(
      stream("id: e1\ndata:\n\n"),
      (reply) => reply.failed(refusal),
    );
    await made.listen(undefined);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent).toHaveLength(2);
    expect(warnings).toEqual([
      "There is no stream for what the server says unasked: no",
    ]);
  });

  it("is open when its headers have come", async () => {
    const { made } = channel(stream("", false));
    await made.listen(undefined);
  });

  it.each([
    [405, 0],
    [200, 0],
    [400, 1],
    [401, 1],
    [404, 1],
    [501, 1],
  ])("may not be there: HTTP %i", async (status, warned) => {
    const { made, warnings, told } = channel(refuse(status));
    await made.listen(undefined);
    expect(vi.getTimerCount()).toBe(0);
    expect(warnings).toHaveLength(warned);
    expect(told.forgotten).toBe(0);
  });

  it("is asked for again while the server is not able to open it", async () => {
    const { made, sent } = channel(
      refuse(503),
      refuse(409),
      refuse(429),
      breaking,
      breaking,
      breaking,
      breaking,
      stream("data: 1\n\n"),
    );
    let opened = false;
    void made.listen(undefined).then(() => (opened = true));
    await settled();
    const pauses: number[] = [];
    for (let count = 0; count < 8; count++) {
      expect(opened).toBe(false);
      pauses.push(await pauseUntilNext(sent));
      await settled();
      if (opened) break;
    }
    expect(pauses).toEqual([2000, 4000, 8000, 16000, 30000, 30000, 30000]);
    // Once it was open the pauses are short again.
    expect(await pauseUntilNext(sent)).toBe(1000);
  });

  it("is continued from its last event, and begun anew where that is unknown", async () => {
    const { made, sent } = channel(
      stream("id: e1\nretry: 300\ndata: 1\n\n"),
      refuse(400),
      stream("id: e2\ndata: 2\n\n"),
    );
    await made.listen(undefined);
    expect(await pauseUntilNext(sent)).toBe(300);
    expect(sent.at(-1)!.headers["Last-Event-ID"]).toBe("e1");
    await pauseUntilNext(sent);
    expect(sent.at(-1)!.headers).not.toHaveProperty("Last-Event-ID");
    await settled();
    await pauseUntilNext(sent);
    expect(sent.at(-1)!.headers["Last-Event-ID"]).toBe("e2");
  });

  it("says that the session is gone", async () => {
    const { made, sent, told } = channel(stream("data: 1\n\n"), refuse(404));
    await made.listen(undefined);
    await pauseUntilNext(sent);
    await settled();
    expect(told.forgotten).toBe(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("is ended by an event that is too long", async () => {
    const { made, sent, warnings } = channel((reply) =>
      stream(`id: e1\ndata: ${"x".repeat(1000)}`, false)(reply, sent[0]!),
    );
    await made.listen(undefined);
    expect(vi.getTimerCount()).toBe(0);
    expect(warnings).toHaveLength(1);
  });

  it("will not be open any more after the end", async () => {
    const { made } = channel(breaking);
    const opened = made.listen(undefined);
    await settled();
    await made.close();
    await expect(opened).rejects.toMatchObject({ reason: "closed" });
    await expect(made.listen(undefined)).rejects.toMatchObject({
      reason: "closed",
    });
    expect(vi.getTimerCount()).toBe(0);
  });
});
