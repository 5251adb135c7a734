import { inspect } from "node:util";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { call } from "../../../src/runtime/client.js";
import { connect } from "../../support/whole-client.js";
import { http } from "../../../src/runtime/http-client.js";
import { nodeHttp } from "../../../src/runtime/node-http-client.js";
import { readChallenge } from "../../../src/runtime/oauth-challenge.js";
import { discover } from "../../../src/runtime/oauth-discovery.js";
import { memoryStore } from "../../../src/runtime/oauth.js";
import { features, weather } from "./features.js";
import { authorized, enter, openWorld } from "./oauth-world.js";

/** All that a log could show of a failure. */
async function failure(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => new Error("nothing failed"),
    (reason: unknown) => reason,
  );
  return inspect(error, { depth: 20, showHidden: true });
}

/** What a server at https://a.example/mcp leads a client to ask, and what comes of it. */
async function discovered(challenge: string, resource: string) {
  const asked: string[] = [];
  const issuer = "https://as.example";
  const bodies = [
    { resource, authorization_servers: [issuer] },
    { issuer, token_endpoint: `${issuer}/token` },
  ];
  const outcome = await discover(
    (url) => {
      asked.push(url as string);
      return Promise.resolve(Response.json(bodies.shift()));
    },
    new URL("https://a.example/mcp"),
    readChallenge(challenge),
    [],
  ).then(
    (found) => found.resource,
    (error: unknown) => (error as Error).message,
  );
  return { asked, outcome };
}

describe("the name of a server", () => {
  it.each([
    "https://A.example:443/mcp",
    "https://a.example/mcp/",
    "https://a.example",
  ])("may be spelled %s", async (resource) => {
    expect((await discovered("", resource)).outcome).toBe(resource);
  });

  it.each([
    "https://a.example/mcp-evil",
    "https://a.example/mc",
    "https://a.example/mcp%2f",
    "https://a.example:8443/mcp",
    "http://a.example/mcp",
    "https://a.example.evil.example/mcp",
    "https://victim.example@a.example/mcp",
    "https://:password@a.example/mcp",
    "https://a.example\\@victim.example/../mcp",
    "https:\\\\a.example/mcp",
    "https:///a.example/mcp",
    "https:a.example/mcp",
    " https://a.example/mcp",
    "https://a.exam\tple/mcp",
    "https://a.example/mcp\n",
    "blob:https://a.example/mcp",
  ])("must not be spelled %j", async (resource) => {
    const { asked, outcome } = await discovered("", resource);
    expect(outcome).toMatch("which is not this server");
    expect(asked).toHaveLength(1);
  });
});

it.each([
  "https://127.1/",
  "https://2130706433/",
  "https://LOCALHOST/",
  "https://localhost./",
  "https://a.localhost/",
  "https://0.0.0.0/",
  "https://[::]/",
  "https://[::1]/",
  "https://[::ffff:127.0.0.1]/",
  "https://[::ffff:0.0.0.0]/",
])("a server elsewhere leads nobody to %s", async (address) => {
  const challenge = `Bearer resource_metadata="${address}"`;
  const { asked, outcome } = await discovered(challenge, "");
  expect(outcome).toMatch("which is on this machine, while the server is not");
  expect(asked).toEqual([]);
});

describe("nothing secret is told", () => {
  it("of an address with a password, which discovery does without", async () => {
    const world = await openWorld();
    const url = new URL(world.url);
    url.username = "ada";
    url.password = "hunter2";
    const auth = authorized();
    const client = await connect(nodeHttp({ url }), { features, auth });
    await client.close();
    expect(() => http({ url })).toThrow(
      /^url must not have a user and password((?!hunter2).)*$/,
    );
  });

  it("of a token that the server repeats in its challenge", async () => {
    const world = await openWorld();
    world.routes.set("POST /mcp", ({ headers: { authorization } }) => ({
      status: 401,
      headers: {
        "WWW-Authenticate": `Bearer error="invalid_token", error_description="not ${authorization ?? "there"}"`,
      },
    }));
    const text = await failure(enter(world));
    expect(world.tokens.has("token-1")).toBe(true);
    expect(text).toMatch("invalid_token, not Bearer [hidden]");
    expect(text).not.toMatch("token-1");
  });

  it.each([nodeHttp, http])(
    "of a stored token that no header can carry, by %o",
    async (transport) => {
      const world = await openWorld();
      const store = memoryStore();
      await store.set(world.url.href, {
        issuer: world.issuer,
        resource: world.url.href,
        tokens: { accessToken: "abc\r\nX: y", type: "Bearer", scopes: [] },
      });
      const auth = authorized({ store });
      const text = await failure(
        connect(transport({ url: world.url }), { features, auth }),
      );
      expect(text).toMatch("holds something for this server that is no auth");
      expect(text).not.toMatch("abc");
    },
  );
});

it("a token that stays the same text is refreshed once for all who wait", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const world = await openWorld();
  world.tokens.set("same", "");
  world.routes.set("POST /as/token", () => ({
    body: {
      access_token: "same",
      token_type: "Bearer",
      refresh_token: "again",
      expires_in: 3600,
    },
  }));
  const client = await enter(world);
  vi.setSystemTime(Date.now() + 3_600_000);
  await Promise.all(
    Array.from({ length: 8 }, () => call(client, weather, { location: "x" })),
  );
  expect(world.count("POST /as/token")).toBe(2);
});
