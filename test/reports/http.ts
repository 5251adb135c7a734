import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { expect, onTestFinished, vi } from "vitest";
import type { ConnectOptions } from "../../src/runtime/client-options.js";
import {
  type Answer,
  answering,
  done,
  httpTransports,
  sendJson,
  stopClock,
} from "./peers.js";
import { names } from "./server.js";
import type { Desk, WireReport } from "./world.js";

const legacy = { versions: ["2025-06-18"] };

const minute = 60_000;

/** For each of the two ways to send requests, a peer of its own and a client of it. */
async function* connected(
  desk: Desk,
  answer: Answer,
  options: ConnectOptions = legacy,
) {
  for (const transport of httpTransports(desk)) {
    const { url, asked } = await answering(answer);
    const warnings: string[] = [];
    const client = await desk.connectDesk(transport({ url }), {
      onWarning: (text) => void warnings.push(text),
      ...options,
    });
    onTestFinished(() => client.close());
    yield { client, asked, warnings };
  }
}

type Reply = {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
};

function send(
  response: ServerResponse,
  { status, headers, body }: Reply,
): true {
  response.writeHead(status, headers).end(body);
  return true;
}

const json = { "Content-Type": "application/json" };

/** A connection is made although `notifications/initialized` is answered so, and nobody is told. */
async function goesOn(desk: Desk, reply: Reply): Promise<void> {
  const peers = connected(desk, ({ message }, response) =>
    message.method === "notifications/initialized"
      ? send(response, reply)
      : false,
  );
  for await (const { client, warnings } of peers) {
    expect(await client.tools.echo({})).toEqual(done.content);
    expect(warnings).toEqual([]);
  }
}

export const httpReports: readonly WireReport[] = [
  {
    name: "any success will do for a notification",
    source: "modelcontextprotocol/rust-sdk#849",
    async check(desk) {
      for (const reply of [
        { status: 202 },
        { status: 200, body: "" },
        { status: 204 },
        { status: 200, headers: json, body: "null" },
        { status: 202, headers: { "Content-Type": "text/plain" }, body: "OK" },
        { status: 200, headers: json, body: "" },
      ])
        await goesOn(desk, reply);
    },
  },
  {
    name: "null is a body like any other for a notification",
    source: "awslabs/mcp#3324",
    async check(desk) {
      await goesOn(desk, { status: 200, headers: json, body: "null" });
    },
  },
  {
    name: "media types are compared without case and parameters",
    source: "modelcontextprotocol/typescript-sdk#1356",
    async check(desk) {
      for (const [type, start, end] of [
        ["application/json; charset=utf-8", "", ""],
        ["Application/JSON", "", ""],
        ["Text/Event-Stream;charset=UTF-8", "data: ", "\n\n"],
      ] as const) {
        const peers = connected(
          desk,
          ({ message: { id, method } }, response) =>
            method === "tools/call"
              ? send(response, {
                  status: 200,
                  headers: { "Content-Type": type },
                  body: `${start}${JSON.stringify({ jsonrpc: "2.0", id, result: done })}${end}`,
                })
              : false,
        );
        for await (const { client } of peers)
          expect(await client.tools.echo({})).toEqual(done.content);
      }
    },
  },
  {
    name: "a failure of HTTP has its status and body, and no call is repeated",
    source: "modelcontextprotocol/python-sdk#1010",
    async check(desk) {
      for (const reply of [
        { status: 500, body: "out of order" },
        { status: 503, body: "" },
        { status: 429, headers: { "Retry-After": "1" }, body: "" },
        undefined,
      ]) {
        const peers = connected(desk, ({ message }, response) => {
          if (message.method !== "tools/call") return false;
          if (reply !== undefined) return send(response, reply);
          response.socket?.resetAndDestroy();
          return true;
        });
        for await (const { client, asked } of peers) {
          await expect(client.tools.echo({})).rejects.toMatchObject({
            name: "ConnectionError",
            reason: "http",
            status: reply?.status,
            body: reply?.body,
          });
          const calls = asked.filter(
            ({ message }) => message.method === "tools/call",
          );
          expect(calls).toHaveLength(1);
        }
      }
    },
  },
  {
    name: "a stream that is none is not asked for again",
    source: "f/prompts.chat#1117",
    async check(desk) {
      let gets = 0;
      let answered: Promise<unknown> | undefined;
      const peers = connected(desk, ({ method }, response) => {
        if (method !== "GET") return false;
        gets++;
        answered = once(response, "close");
        return sendJson(response, 200, {});
      });
      for await (const { client } of peers) {
        gets = 0;
        stopClock();
        client.on("toolsListChanged", () => undefined);
        // It is asked for before this is.
        await client.tools.echo({});
        await answered;
        await vi.advanceTimersByTimeAsync(minute);
        await client.tools.echo({});
        expect(gets).toBe(1);
        vi.useRealTimers();
      }
    },
  },
  {
    name: "a name goes into its header encoded",
    source: "modelcontextprotocol/go-sdk#1234",
    async check(desk) {
      for (const transport of httpTransports(desk)) {
        const { url, asked } = await answering(() => false, "modern");
        const client = await desk.connectDesk(transport({ url }));
        onTestFinished(() => client.close());
        for (const [name, header] of names) {
          await client.request("tools/call" as never, { name } as never);
          expect(asked.at(-1)?.headers["mcp-name"]).toBe(header);
        }
      }
    },
  },
  {
    name: "an error of the modern era is never taken for a legacy server",
    source: "modelcontextprotocol/rust-sdk#1088",
    async check(desk) {
      const supported = ["2027-01-01", "2026-07-28"];
      const data = { supported, requested: "2026-07-28" };
      const retried = await probing(desk, { code: -32022, data });
      for (const { client, methods } of retried) {
        expect(await client).toMatchObject({
          server: { version: "2026-07-28" },
        });
        expect(methods()).toEqual(["server/discover", "server/discover"]);
      }
      for (const code of [-32020, -32021])
        for (const { client, methods } of await probing(desk, { code })) {
          await expect(client).rejects.toMatchObject({ code });
          expect(methods()).toEqual(["server/discover"]);
        }
    },
  },
];

/** Clients whose first probe gets this error, with all that was asked of their peers. */
async function probing(desk: Desk, error: { code: number; data?: object }) {
  return Promise.all(
    httpTransports(desk).map(async (transport) => {
      let probes = 0;
      const { url, asked } = await answering(
        ({ message: { id, method } }, response) =>
          method === "server/discover" && probes++ === 0
            ? sendJson(response, 400, { id, error: { message: "", ...error } })
            : false,
        "modern",
      );
      const client = desk.connectDesk(transport({ url }));
      // The test looks at it later than it may reject.
      client.then(
        (one) => onTestFinished(() => one.close()),
        () => undefined,
      );
      const methods = () => asked.map(({ message }) => message.method);
      return { client, methods };
    }),
  );
}
