import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import type { Protocol } from "../../out/weather/protocol.js";
import { connect } from "../support/whole-client.js";
import type { ConnectOptions } from "../../src/runtime/client-options.js";
import {
  answerRoots,
  clientAnswers,
} from "../../src/runtime/client-answers.js";
import { httpSessions } from "../../src/runtime/client-http-sessions.js";
import { clientListen } from "../../src/runtime/client-listen.js";
import { requestHeaders } from "../../src/runtime/client-request-headers.js";
import { openLegacy } from "../../src/runtime/legacy-client.js";
import { nodeHttp } from "../../src/runtime/node-http-client.js";
import { clientProfiles } from "../runtime/profiles.js";

type Sent = { readonly id?: number; readonly method?: string };

/** A server with sessions that forgets the first of them once it has answered one request in it. */
async function forgetful() {
  const streams: (string | undefined)[] = [];
  const opened: (() => void)[] = [];
  let sessions = 0;
  let lists = 0;
  const json = (response: ServerResponse, id: unknown, result: object) => {
    response.setHeader("Content-Type", "application/json");
    response.end(JSON.stringify({ jsonrpc: "2.0", id, result }));
  };
  const answer = (response: ServerResponse, { id, method }: Sent) => {
    if (method === "initialize") {
      response.setHeader("Mcp-Session-Id", `session-${++sessions}`);
      json(response, id, {
        protocolVersion: "2025-11-25",
        capabilities: {},
        serverInfo: { name: "forgetful", version: "1.0.0" },
      });
    } else if (id === undefined) response.writeHead(202).end();
    else json(response, id, {});
  };
  const server = createServer((request, response) => {
    const session = request.headers["mcp-session-id"] as string | undefined;
    if (request.method === "GET") {
      streams.push(session);
      response.writeHead(200, { "Content-Type": "text/event-stream" });
      response.flushHeaders();
      for (const tell of opened) tell();
      return;
    }
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const text = Buffer.concat(chunks).toString();
      const message = (text === "" ? {} : JSON.parse(text)) as Sent;
      const gone = session === "session-1" && lists > 0;
      if (message.method === "tools/list") lists++;
      if (gone) response.writeHead(404).end();
      else answer(response, message);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  });
  const { port } = server.address() as AddressInfo;
  /** Settles when so many streams were opened. */
  const until = (count: number) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (streams.length >= count) resolve();
      };
      opened.push(look);
      look();
    });
  return { url: `http://127.0.0.1:${port}/mcp`, streams, until };
}

async function open(url: string, options: ConnectOptions<Protocol>) {
  const client = await connect<Protocol>(nodeHttp({ url }), {
    features: {
      profiles: clientProfiles,
      open: openLegacy,
      requestHeaders,
      httpSessions,
      answers: clientAnswers(answerRoots),
      listen: clientListen,
      validate: { input: "error", output: "error" },
    },
    ...options,
  });
  onTestFinished(() => client.close());
  return client;
}

it("is opened by a client that answers, in each session anew", async () => {
  const { url, streams, until } = await forgetful();
  const client = await open(url, { roots: [] });
  await until(1);
  await client.request("tools/list");
  expect(streams).toEqual(["session-1"]);
  await client.request("tools/list");
  await until(2);
  expect(streams).toEqual(["session-1", "session-2"]);
});

it("is opened by a client that listens, in each session anew", async () => {
  const { url, streams, until } = await forgetful();
  const client = await open(url, {});
  await client.request("tools/list");
  expect(streams).toEqual([]);
  client.on("message", () => undefined);
  await until(1);
  await client.request("tools/list");
  await until(2);
  expect(streams).toEqual(["session-1", "session-2"]);
});
