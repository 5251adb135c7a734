import { describe, expect, it } from "vitest";
import { LineReader, LineWriter } from "../../../src/runtime/lines.js";
import { SseReader } from "../../../src/runtime/sse.js";

function readLines(chunks: readonly Uint8Array[], maxBytes?: number) {
  const lines: string[] = [];
  const dropped: number[] = [];
  const reader = new LineReader(
    (line) => void lines.push(line),
    (bytes) => void dropped.push(bytes),
    maxBytes,
  );
  for (const chunk of chunks) reader.push(chunk);
  reader.end();
  return { lines, dropped };
}

/** The same bytes in pieces of each size. */
function* cuts(bytes: Uint8Array): Generator<Uint8Array[]> {
  for (let size = 1; size <= bytes.length; size++) {
    const pieces = [];
    for (let at = 0; at < bytes.length; at += size)
      pieces.push(bytes.subarray(at, at + size));
    yield pieces;
  }
}

describe("LineReader", () => {
  it("gives the same lines however the bytes are cut", () => {
    const bytes = Buffer.from(
      '{"a":"é舊🌤"}\r\n\n  \n\ufefftwo\nlast without end',
    );
    for (const pieces of cuts(bytes))
      expect(readLines(pieces).lines).toEqual([
        '{"a":"é舊🌤"}',
        "two",
        "last without end",
      ]);
  });

  it("drops what is too long, says so once, and goes on with the next line", () => {
    const bytes = Buffer.from(`a\n${"x".repeat(50)}\nb\n`);
    for (const pieces of cuts(bytes))
      expect(readLines(pieces, 20)).toEqual({
        lines: ["a", "b"],
        dropped: [20],
      });
  });

  it("reads a long line in pieces in linear time", () => {
    const piece = Buffer.alloc(1024, "x");
    const pieces = Array.from({ length: 64 * 1024 }, () => piece);
    const { lines, dropped } = readLines([...pieces, Buffer.from("\n")]);
    expect(lines.map((line) => line.length)).toEqual([64 * 1024 * 1024]);
    expect(dropped).toEqual([]);
  });
});

describe("LineWriter", () => {
  it("writes once a tick, and waits while the other side is slow", () => {
    const written: string[] = [];
    const ticks: (() => void)[] = [];
    let free = true;
    const writer = new LineWriter(
      (text) => {
        written.push(text);
        return free;
      },
      (run) => void ticks.push(run),
    );
    const tick = () => ticks.splice(0).forEach((run) => run());
    writer.push("a");
    writer.push("b");
    expect(written).toEqual([]);
    free = false;
    tick();
    expect(written).toEqual(["a\nb\n"]);
    writer.push("c");
    tick();
    writer.push("d");
    expect(written).toEqual(["a\nb\n"]);
    free = true;
    writer.drained();
    expect(written).toEqual(["a\nb\n", "c\nd\n"]);
  });
});

function readEvents(text: string, size: number) {
  const events: [string, string][] = [];
  const reader = new SseReader((data, type) => void events.push([data, type]));
  for (let at = 0; at < text.length; at += size)
    reader.push(text.slice(at, at + size));
  return { events, lastId: reader.lastId, retryMs: reader.retryMs };
}

describe("SseReader", () => {
  it.each(["\n", "\r\n", "\r"])(
    "gives the same events however it is cut, with %j",
    (end) => {
      const lines = [
        ": comment",
        "event: message",
        'data: {"t":"data: x\\n"}',
        "",
        "data:one",
        "data:  two",
        "unknown: x",
        "",
        "event: endpoint",
        "data: /x",
        "",
        "id: 7",
        "retry: 500",
        "retry: soon",
        "data:",
        "",
        "",
      ];
      const text = `\ufeff${lines.join(end)}`;
      for (let size = 1; size <= text.length; size++)
        expect(readEvents(text, size)).toEqual({
          events: [
            ['{"t":"data: x\\n"}', "message"],
            ["one\n two", "message"],
            ["/x", "endpoint"],
          ],
          lastId: "7",
          retryMs: 500,
        });
    },
  );

  it("drops an event that was not ended", () => {
    expect(readEvents("data: x\n", 3).events).toEqual([]);
  });
});
