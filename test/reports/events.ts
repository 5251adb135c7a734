import { expect, vi } from "vitest";
import type { ConnectOptions } from "../../src/runtime/client-options.js";
import { done, stopClock } from "./peers.js";
import type { Desk, DeskClient, WireReport } from "./world.js";

const legacy = { versions: ["2025-06-18"] };

export const eventReports: readonly WireReport[] = [
  {
    name: "an event is the same however its bytes are cut",
    source: "rexxars/eventsource-parser#17",
    async check(desk) {
      const result = { content: [{ type: "text", text: "data: ö\n" }] };
      for (const size of [1, 2, 3, 5, 7]) {
        const client = await fetching(desk, ({ id }) => {
          const message = JSON.stringify(
            { jsonrpc: "2.0", id, result },
            null,
            1,
          );
          const data = message.replaceAll(/^/gm, "data: ");
          const event = `\ufeffevent: message\n${data}\n\n`;
          return streamed(pieces(event.replaceAll("\n", "\r\n"), size));
        });
        expect(await client.tools.echo({})).toEqual(result.content);
      }
    },
  },
  {
    name: "a stream is taken up again after the time that its server names",
    source: "modelcontextprotocol/typescript-sdk#1061",
    async check(desk) {
      const primed = "id: first\nretry: 500\ndata:\n\n";
      let resumed: string | null | undefined;
      let callId: unknown;
      const client = await fetching(
        desk,
        ({ id }, request) => {
          if (request.method === "POST") callId = id;
          else resumed = request.headers.get("last-event-id");
          const message = { jsonrpc: "2.0", id: callId, result: done };
          return streamed([
            request.method === "POST"
              ? primed
              : `data: ${JSON.stringify(message)}\n\n`,
          ]);
        },
        { versions: ["2025-11-25"] },
      );
      stopClock();
      const answered = client.tools.echo({});
      await new Promise((resolve) => setImmediate(resolve));
      await vi.advanceTimersByTimeAsync(499);
      expect(resumed).toBeUndefined();
      await vi.advanceTimersByTimeAsync(1);
      expect(resumed).toBe("first");
      expect(await answered).toEqual(done.content);
    },
  },
];

/** A client whose `fetch` is answered here, where it is decided which bytes come at once. */
async function fetching(
  { connectDesk, http }: Desk,
  answer: (message: { id?: unknown }, request: Request) => Response,
  options: ConnectOptions = legacy,
): Promise<DeskClient> {
  return connectDesk(
    http({
      url: "http://127.0.0.1/",
      async fetch(input, init) {
        const request = new Request(input, init);
        const text = await request.text();
        const message = (text === "" ? {} : JSON.parse(text)) as {
          readonly id?: unknown;
          readonly method?: string;
          readonly params?: { readonly protocolVersion?: string };
        };
        const { id, method, params } = message;
        if (method !== "initialize" && method?.startsWith("notifications/"))
          return new Response(null, { status: 202 });
        if (method !== "initialize") return answer(message, request);
        const { protocolVersion } = params ?? {};
        const serverInfo = { name: "peer", version: "1.0.0" };
        const result = { protocolVersion, capabilities: {}, serverInfo };
        return Response.json({ jsonrpc: "2.0", id, result });
      },
    }),
    options,
  );
}

function streamed(chunks: readonly (string | Uint8Array)[]): Response {
  const encoder = new TextEncoder();
  const left = [...chunks];
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const next = left.shift();
      if (next === undefined) controller.close();
      else
        controller.enqueue(
          typeof next === "string" ? encoder.encode(next) : next,
        );
    },
  });
  return new Response(body, {
    headers: { "Content-Type": "text/event-stream" },
  });
}

function pieces(text: string, size: number): Uint8Array[] {
  const bytes = new TextEncoder().encode(text);
  const count = Math.ceil(bytes.length / size);
  return Array.from({ length: count }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  );
}
