import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { everyScope, failure, openScene, openWorld } from "./notes.js";
import { decodeJwt, exportJWK, exportPKCS8, generateKeyPair } from "jose";
import type { Exchanged } from "oidc-provider";
import { dpopGate } from "./dpop-gate.js";

/*
 * The emitted client and server of docs/authorization.md with a real authorization
 * server, over HTTP. All of them go by `Date`, which these tests move.
 */

const machine = {
  grant_types: ["client_credentials"],
  response_types: [],
  redirect_uris: [],
};
const clientSecret = "the secret of the service";
const { privateKey, publicKey } = await generateKeyPair("ES256", {
  extractable: true,
});
const world = openWorld({
  clients: [
    { ...machine, client_id: "service", client_secret: clientSecret },
    {
      ...machine,
      client_id: "signer",
      token_endpoint_auth_method: "private_key_jwt",
      token_endpoint_auth_signing_alg: "ES256",
      jwks: { keys: [await exportJWK(publicKey)] },
    },
  ],
});
const anHour = 3_600_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
});

afterEach(() => {
  vi.useRealTimers();
});

function pass(milliseconds: number): void {
  vi.setSystemTime(Date.now() + milliseconds);
}

type DropFirst<List extends unknown[]> = List extends [unknown, ...infer Rest]
  ? Rest
  : never;

/** Opens a scene whose words are looked through at the end. */
async function scene(...change: DropFirst<Parameters<typeof openScene>>) {
  const opened = await openScene(world, ...change);
  return {
    ...opened,
    leaksNothing: () => opened.said.expectNone(world.authorization.secrets()),
  };
}

const parameters = (exchange: Exchanged | undefined) =>
  exchange?.oidc?.params ?? {};

function authorizationRequests(): readonly Exchanged[] {
  return world.authorization.exchanges.filter(({ path }) => path === "/auth");
}

describe("a user is asked", () => {
  it.each(["2026-07-28", "2025-11-25", "2025-03-26"])(
    "once, before the first call, and not again: %s",
    async (version) => {
      const { askUser, connect, leaksNothing } = await scene();
      const { emitted, authorization, url } = world;
      const notes = await connect(emitted.oauth({ grant: askUser() }), [
        version,
      ]);
      expect(notes.server.version).toBe(version);
      const { text } = await notes.tools.addNote({ text: "milk" });
      expect(text).toBe("Kept. ada has 1 by now.");
      expect(await notes.tools.listNotes({})).toEqual({ notes: ["milk"] });
      expect(authorizationRequests().map(parameters)).toMatchObject([
        {
          response_type: "code",
          code_challenge_method: "S256",
          resource: url,
          // The authorization server says that it knows the last one.
          scope: `${everyScope} offline_access`,
        },
      ]);
      expect(authorization.tokenRequests().map(parameters)).toMatchObject([
        { grant_type: "authorization_code", resource: url },
      ]);
      leaksNothing();
    },
  );

  it("once for many clients at a time", async () => {
    const { askUser, connect, answers, leaksNothing } = await scene();
    const auth = world.emitted.oauth({ grant: askUser() });
    const clients = await Promise.all(
      Array.from({ length: 20 }, () => connect(auth)),
    );
    await Promise.all(clients.map((notes) => notes.tools.listNotes({})));
    expect(answers).toHaveLength(1);
    expect(world.authorization.tokenRequests()).toHaveLength(1);
    leaksNothing();
  });

  it("again for scopes that a tool needs, beside those there are", async () => {
    const { askUser, connect, leaksNothing } = await scene();
    const scopes = ["notes:read"];
    const auth = world.emitted.oauth({ grant: askUser(), scopes });
    const notes = await connect(auth);
    await notes.tools.listNotes({});
    await notes.tools.addNote({ text: "milk" });
    expect(await notes.tools.listNotes({})).toEqual({ notes: ["milk"] });
    expect(
      authorizationRequests().map((request) => parameters(request)["scope"]),
    ).toEqual(["notes:read offline_access", `${everyScope} offline_access`]);
    leaksNothing();
  });

  it("in vain: what the token grants goes on", async () => {
    const opened = await scene();
    const { askUser, connect } = opened;
    const scopes = ["notes:read"];
    const notes = await connect(
      world.emitted.oauth({ grant: askUser(), scopes }),
    );
    world.authorization.decision = "deny";
    const error = await failure(opened, notes.tools.addNote({ text: "milk" }));
    expect(error).toBeInstanceOf(world.emitted.AuthorizationError);
    expect(error).toMatchObject({ code: "access_denied" });
    expect(error.message).toContain("The user said no");
    expect(await notes.tools.listNotes({})).toEqual({ notes: [] });
    opened.leaksNothing();
  });
});

describe("a token that ends", () => {
  it("is refreshed once for all calls, without the user", async () => {
    const { askUser, connect, answers, leaksNothing } = await scene();
    const { emitted, authorization, url } = world;
    const notes = await connect(emitted.oauth({ grant: askUser() }));
    for (let round = 1; round <= 2; round += 1) {
      pass(anHour);
      await Promise.all(
        Array.from({ length: 20 }, () => notes.tools.listNotes({})),
      );
      const refreshed = authorization.tokenRequests("refresh_token");
      expect(refreshed).toHaveLength(round);
      expect(parameters(refreshed.at(-1))).toMatchObject({ resource: url });
    }
    expect(answers).toHaveLength(1);
    leaksNothing();
  });

  it("and whose refresh token was revoked has the user asked again", async () => {
    const { askUser, connect, answers, leaksNothing } = await scene();
    const { emitted, authorization } = world;
    const notes = await connect(emitted.oauth({ grant: askUser() }));
    const [granted] = authorization.tokenRequests();
    const { refresh_token: token } = granted!.body as { refresh_token: string };
    const client_id = String(parameters(granted)["client_id"]);
    await fetch(`${authorization.issuer}/token/revocation`, {
      method: "POST",
      body: new URLSearchParams({ token, client_id }),
    });
    pass(anHour);
    await notes.tools.listNotes({});
    expect(answers).toHaveLength(2);
    // The client goes on being the one that it registered as.
    const registered = ({ path }: Exchanged) => path === "/reg";
    expect(authorization.exchanges.filter(registered)).toHaveLength(1);
    leaksNothing();
  });
});

/** Who the services of these tests are at the authorization server. */
const services = {
  service: () => ({ clientSecret }),
  signer: async () => {
    const pem = await exportPKCS8(privateKey);
    return { assertion: world.emitted.privateKeyJwt(pem) };
  },
};

describe("a service", () => {
  it.each([
    ["with a secret", "service"],
    ["with a key", "signer"],
  ] as const)(
    "%s gets a token, and a new one when that ends",
    async (_way, clientId) => {
      const { connect, leaksNothing } = await scene();
      const { emitted, authorization, url } = world;
      const { issuer } = authorization;
      const credentials = await services[clientId]();
      const grant = emitted.clientCredentials({
        issuer,
        clientId,
        ...credentials,
      });
      const notes = await connect(emitted.oauth({ grant }));
      const { text } = await notes.tools.addNote({ text: "milk" });
      expect(text).toBe(`Kept. ${clientId} has 1 by now.`);
      pass(anHour);
      await Promise.all(
        Array.from({ length: 20 }, () => notes.tools.listNotes({})),
      );
      expect(authorization.tokenRequests().map(parameters)).toMatchObject(
        [1, 2].map(() => ({ grant_type: "client_credentials", resource: url })),
      );
      leaksNothing();
    },
  );

  it("keeps its secret from an issuer that it is not of", async () => {
    const opened = await scene();
    const { emitted, authorization } = world;
    const issuer = "https://login.example";
    const own = { issuer, clientId: "service", clientSecret };
    const auth = emitted.oauth({ grant: emitted.clientCredentials(own) });
    const error = await failure(opened, opened.connect(auth));
    expect(error.message).toContain(issuer);
    expect(error).toMatchObject({ issuer: authorization.issuer });
    expect(authorization.tokenRequests()).toEqual([]);
    opened.said.expectNone(new Set([clientSecret]));
  });
});

it("a token that is bound to a key is good together with its proofs alone", async () => {
  const { emitted, authorization, url } = world;
  const { origin } = new URL(url);
  const bound: string[] = [];
  const { askUser, connect, leaksNothing } = await scene(
    {
      verify(token: string) {
        const { sub, aud, exp, scope, cnf } = decodeJwt<{
          scope: string;
          cnf?: object;
        }>(token);
        bound.push(...Object.keys(cnf ?? {}));
        return {
          subject: sub!,
          audience: aud!,
          expiresAt: exp! * 1000,
          scopes: scope,
        };
      },
    },
    (listener) => dpopGate(origin, "a nonce of the server", listener),
  );
  authorization.nonces = true;
  const auth = emitted.oauth({ grant: askUser(), proofs: emitted.dpop() });
  const notes = await connect(auth);
  await Promise.all(Array.from({ length: 5 }, () => notes.tools.listNotes({})));
  pass(anHour);
  expect(await notes.tools.listNotes({})).toEqual({ notes: [] });
  expect(new Set(bound)).toEqual(new Set(["jkt"]));
  const [granted] = authorization
    .tokenRequests()
    .filter(({ status }) => status === 200);
  expect(granted!.body).toMatchObject({ token_type: "DPoP" });
  leaksNothing();
});
