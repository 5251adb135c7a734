import { expect, it, onTestFinished } from "vitest";
import { withFetch } from "../../../src/runtime/fetch-server.js";
import { sessions } from "../../../src/runtime/http-sessions.js";
import { serveHttp } from "../../../src/runtime/node-http-server.js";
import { LegacyClient } from "../../runtime/http/hosts.js";
import { makeServer, newestLegacy } from "../../runtime/server/fixture.js";

it("serves 1,000 clients at once, each with a session of its own", async () => {
  const server = makeServer({}, { sessions });
  const listener = await serveHttp(server, { port: 0 });
  onTestFinished(() => listener.close());
  const clients = Array.from(
    { length: 1000 },
    () =>
      new LegacyClient(
        (path, init) => fetch(new URL(path, listener.url), init),
        newestLegacy,
      ),
  );
  const results = await Promise.all(
    clients.map(async (client, at) => {
      await client.open();
      return client.ask("tools/call", {
        name: "act",
        arguments: { what: String(at) },
      });
    }),
  );
  expect(results.map(({ content }) => content)).toEqual(
    clients.map((_client, at) => [{ type: "text", text: `Hello ${at}` }]),
  );
});

it("stays as small as it was over 10,000 sessions that nobody ends", async () => {
  const server = makeServer({ sessions: { maxSessions: 100 } }, { sessions });
  onTestFinished(() => server.close());
  const { fetch: send } = withFetch(server);
  const openMany = async (count: number): Promise<void> => {
    for (let at = 0; at < count; at += 1) {
      const client = new LegacyClient(
        (path, init) =>
          send(new Request(new URL(path, "http://localhost"), init)),
        newestLegacy,
      );
      await client.open({ experimental: { filler: "x".repeat(10_000) } });
    }
  };
  await openMany(200);
  const before = process.memoryUsage().heapUsed;
  await openMany(9800);
  // Kept, they would be over 100 MB; what is not collected yet counts too.
  const grown = process.memoryUsage().heapUsed - before;
  expect(grown).toBeLessThan(60 * 1024 * 1024);
});
