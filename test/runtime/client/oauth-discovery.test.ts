import { expect, it, describe } from "vitest";
import { readChallenge } from "../../../src/runtime/oauth-challenge.js";
import { authorizationCode } from "../../../src/runtime/oauth.js";
import { canonical, discover } from "../../../src/runtime/oauth-discovery.js";
import { register } from "../../../src/runtime/oauth-registration.js";
import { consent, enter, openWorld, redirectUri } from "./oauth-world.js";

const none = readChallenge(undefined);

/** The message of a failure. */
const why = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "nothing failed",
    (error: unknown) => (error as Error).message,
  );

describe("a challenge", () => {
  it.each([
    [
      'Bearer resource_metadata="https://a/b", scope="r w"',
      "https://a/b",
      "r w",
    ],
    ['bearer Scope = "r", resource_metadata=https://a/b', "https://a/b", "r"],
    ['Basic realm="x", scope="no", Bearer scope="yes"', undefined, "yes"],
    ['DPoP algs="ES256", scope="d", Bearer scope="b"', undefined, "d"],
    ['Bearer realm="a, scope=\\"fake\\"", scope=real', undefined, "real"],
    ["Negotiate abc==, Bearer scope=r", undefined, "r"],
    ['Bearer scope="  r   w  r"', undefined, "r w"],
    ['Bearer scope="unterminated', undefined, undefined],
    ["Basic", undefined, undefined],
    ["", undefined, undefined],
    ['=,=,,""', undefined, undefined],
  ])("is read from %j", (header, metadata, scope) => {
    const { resourceMetadata, scopes } = readChallenge(header);
    expect(resourceMetadata).toBe(metadata);
    expect(scopes?.join(" ")).toBe(scope);
  });

  it("is read in no time, whatever it is made of", () => {
    const long = `Bearer ${'a="\\'.repeat(50_000)}${"a ".repeat(50_000)}`;
    expect(readChallenge(long).error).toBeUndefined();
  });
});

it.each([
  ["https://A.example/", "https://a.example"],
  ["https://a.example/mcp#here", "https://a.example/mcp"],
  ["https://a.example/mcp/?x=1", "https://a.example/mcp/?x=1"],
  ["https://a.example/?x=1", "https://a.example/?x=1"],
])("names %s to others as %s", (address, name) => {
  expect(canonical(new URL(address))).toBe(name);
});

describe("a server that describes itself", () => {
  it.each<[string, object, string | RegExp]>([
    [
      "for another one",
      { resource: "https://evil.example/mcp" },
      'describes "https://evil.example/mcp", which is not this server',
    ],
    ["without a name", { resource: undefined }, /describes undefined/],
    ["by a name that is none", { resource: ["x"] }, /describes \["x"\]/],
    [
      "without authorization servers",
      { authorization_servers: [] },
      "names no authorization server",
    ],
    [
      "with one that is no text",
      { authorization_servers: [7] },
      "names no authorization server",
    ],
    [
      "with one without https",
      { authorization_servers: ["http://as.example"] },
      'The server names "http://as.example", which is no https address',
    ],
    [
      "with one that is a script",
      { authorization_servers: ["javascript:alert(1)"] },
      '"javascript:alert(1)", which is no https address',
    ],
    [
      "with one that has a query",
      { authorization_servers: ["http://127.0.0.1/?a"] },
      "it has a query or a fragment",
    ],
  ])("%s is refused", async (_, resource, message) => {
    const world = await openWorld();
    world.resource = resource as Record<string, unknown>;
    expect(await why(enter(world))).toMatch(message);
    expect(world.asked).toEqual([
      "GET /.well-known/oauth-protected-resource/mcp",
    ]);
  });

  it("for a part of its address is taken by that name", async () => {
    const world = await openWorld();
    world.resource = { resource: world.origin };
    await enter(world);
    expect(world.last("POST /as/token").form.get("resource")).toBe(
      world.origin,
    );
  });

  it("for a neighbour is refused", async () => {
    const world = await openWorld();
    world.resource = { resource: `${world.origin}/mc` };
    expect(await why(enter(world))).toContain("which is not this server");
  });

  it("where its challenge says, and nowhere else", async () => {
    const world = await openWorld();
    world.challenge = `, resource_metadata="${world.origin}/here"`;
    expect(await why(enter(world))).toContain(
      `There is no metadata at ${world.origin}/here, which the server names in its challenge`,
    );
    expect(world.asked).toEqual(["GET /here"]);
  });
});

describe("an authorization server that says", () => {
  it.each<[string, object, string]>([
    [
      "that it is another one",
      { issuer: "https://evil.example" },
      'describes itself as "https://evil.example": its `issuer` must be the address that it was found by',
    ],
    [
      "nothing of tokens",
      { token_endpoint: undefined },
      "names no token_endpoint",
    ],
    [
      "to ask for tokens without https",
      { token_endpoint: "http://as.example/" },
      '(token_endpoint) names "http://as.example/", which is no https address',
    ],
    [
      "to run a script",
      { authorization_endpoint: "javascript:alert(1)" },
      '(authorization_endpoint) names "javascript:alert(1)", which is no https address',
    ],
    [
      "to open a file",
      { authorization_endpoint: "file:///etc/passwd" },
      "which is no https address",
    ],
    [
      "that the endpoint is a list",
      { registration_endpoint: [] },
      "says registration_endpoint: [], which is not an address",
    ],
    [
      "that its scopes are a text",
      { scopes_supported: "all" },
      'says scopes_supported: "all", which is not a list of names',
    ],
    [
      "that yes is a flag",
      { client_id_metadata_document_supported: "yes" },
      "which is not true or false",
    ],
    [
      "nothing of PKCE",
      { code_challenge_methods_supported: undefined },
      "does not say that it knows PKCE with S256",
    ],
    [
      "that plain PKCE will do",
      { code_challenge_methods_supported: ["plain"] },
      "does not say that it knows PKCE with S256",
    ],
    [
      "nothing of users",
      { authorization_endpoint: null },
      "has no authorization_endpoint",
    ],
    [
      "nothing of registration",
      { registration_endpoint: undefined },
      "registers no clients by itself: register one there by hand",
    ],
  ])("%s is refused", async (_, metadata, message) => {
    const world = await openWorld();
    world.metadata = metadata as Record<string, unknown>;
    expect(await why(enter(world))).toContain(message);
    expect(world.count("GET /as/authorize")).toBe(0);
    expect(world.count("POST /as/token")).toBe(0);
  });

  it("too much is refused", async () => {
    const world = await openWorld();
    world.metadata = { padding: "x".repeat(1024 * 1024) };
    expect(await why(enter(world))).toContain(
      "it is longer than 1048576 characters",
    );
  });

  it("to go elsewhere is followed on its own origin alone", async () => {
    const world = await openWorld();
    const place = "GET /.well-known/oauth-authorization-server/as";
    let location = "/moved";
    world.routes.set(place, () => ({
      status: 302,
      headers: { Location: location },
    }));
    world.routes.set("GET /moved", () => ({ body: world.serverMetadata() }));
    await enter(world);
    const other = await openWorld();
    location = `${other.origin}/moved`;
    expect(await why(enter(world))).toContain("does not describe itself");
    expect(other.seen).toEqual([]);
  });
});

describe("a server that is not of this machine", () => {
  /** A net of two hosts, where nothing is asked but over `fetch`. */
  const net = (issuer: string) => {
    const asked: string[] = [];
    const fetch = async (request: unknown): Promise<Response> => {
      const address = request as string;
      asked.push(address);
      if (!address.includes("oauth-protected-resource"))
        throw new TypeError("nobody there");
      return Response.json({
        resource: "https://mcp.example",
        authorization_servers: [issuer],
      });
    };
    return { asked, fetch };
  };

  it.each(["http://127.0.0.1:8080", "https://localhost", "http://[::1]/"])(
    "does not lead to it by %s",
    async (issuer) => {
      const { asked, fetch } = net(issuer);
      expect(
        await why(discover(fetch, new URL("https://mcp.example"), none, [])),
      ).toContain("which is on this machine, while the server is not");
      expect(asked).toHaveLength(1);
    },
  );

  it.each([undefined, 'Bearer resource_metadata="https://mcp.example/here"'])(
    "is asked for a server with https alone, whatever that says: %s",
    async (header) => {
      const { asked, fetch } = net("https://as.example");
      const server = new URL("http://mcp.example");
      expect(
        await why(discover(fetch, server, readChallenge(header), [])),
      ).toContain("in clear text: use https");
      expect(asked).toEqual([]);
    },
  );

  it("is told that nobody answers", async () => {
    const { fetch } = net("https://as.example/tenant/");
    expect(
      await why(discover(fetch, new URL("https://mcp.example"), none, [])),
    ).toBe(
      "https://as.example/.well-known/oauth-authorization-server/tenant gave no answer: nobody there",
    );
  });
});

describe("the way back", () => {
  it.each<[string, (query: URLSearchParams) => void, string]>([
    [
      "another state",
      (query) => query.set("state", "x"),
      "its state is another one",
    ],
    ["no state", (query) => query.delete("state"), "its state is another one"],
    ["no code", (query) => query.delete("code"), "without a code"],
    [
      "another issuer",
      (query) => query.set("iss", "https://evil.example"),
      'iss is "https://evil.example"',
    ],
    [
      "no issuer where it is promised",
      (query) => query.delete("iss"),
      "iss is missing",
    ],
    [
      "a refusal",
      (query) => {
        query.set("error", "access_denied");
        query.set("error_description", "not\n\u001b[31mtoday");
      },
      "gave no code: access_denied (not [31mtoday)",
    ],
    [
      "a refusal of another issuer, which is not shown",
      (query) => {
        query.set("iss", "https://evil.example");
        query.set("error", "call this number");
      },
      'iss is "https://evil.example")',
    ],
  ])("with %s is refused", async (_, change, message) => {
    const world = await openWorld();
    const authorize = async (url: URL): Promise<URL> => {
      const back = new URL(await consent(url));
      change(back.searchParams);
      return back;
    };
    const text = await why(enter(world, { authorize }));
    expect(text).toContain(message);
    expect(text).not.toContain("call this number");
    expect(world.count("POST /as/token")).toBe(0);
  });

  it.each([
    [{ redirectUri: "callback" }, "redirectUri must be an absolute address"],
    [
      { redirectUri, metadataDocument: "https://app.example/" },
      "metadataDocument must be an https address with a path",
    ],
  ])("cannot be %j", (options, message) => {
    expect(() => authorizationCode({ authorize: consent, ...options })).toThrow(
      message,
    );
  });
});

describe("registration", () => {
  /** What one client is registered with. */
  async function registered(uri: string, methods?: readonly string[]) {
    let body = "";
    const fetch = async (_: unknown, init?: RequestInit): Promise<Response> => {
      body = init?.body as string;
      return Response.json({ client_id: "c", client_secret: "s" });
    };
    const client = await register(
      fetch,
      {
        issuer: "https://as.example",
        token_endpoint: "https://as.example/token",
        registration_endpoint: "https://as.example/register",
        token_endpoint_auth_methods_supported: methods,
      },
      { name: "n", redirectUri: uri },
    );
    return { client, sent: JSON.parse(body) as Record<string, unknown> };
  }

  it.each([
    ["http://localhost:3000/cb", "native"],
    ["http://127.0.0.1/cb", "native"],
    ["https://localhost/cb", "native"],
    ["com.example.app:/cb", "native"],
    ["https://app.example/cb", "web"],
  ])("of a client at %s is of a %s one", async (uri, type) => {
    const { sent, client } = await registered(uri);
    expect(sent["application_type"]).toBe(type);
    expect(client).toEqual({
      clientId: "c",
      clientSecret: "s",
      redirectUri: uri,
    });
  });

  it.each([
    [undefined, "client_secret_basic"],
    [["client_secret_post", "none"], "none"],
    [["private_key_jwt", "client_secret_post"], "client_secret_post"],
  ])("asks where %j is supported for %s", async (methods, method) => {
    const { sent } = await registered("https://app.example/cb", methods);
    expect(sent["token_endpoint_auth_method"]).toBe(method);
  });

  it("that is refused is an error", async () => {
    const world = await openWorld();
    world.routes.set("POST /as/register", () => ({
      status: 400,
      body: { error: "invalid_client_metadata" },
    }));
    expect(await why(enter(world))).toContain(
      'did not register this client: it answered HTTP 400 "invalid_client_metadata"; register one there by hand and pass it as `client`',
    );
  });
});
