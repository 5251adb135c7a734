import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { connect } from "../../support/whole-client.js";
import { nodeHttp } from "../../../src/runtime/node-http-client.js";
import {
  authorizationCode,
  type AuthorizationCodeOptions,
  oauth,
  type OAuthOptions,
} from "../../../src/runtime/oauth.js";
import { features } from "./features.js";

/** A request as the servers of a world saw it. */
export type Seen = {
  /** Such as `POST /as/token`. */
  readonly what: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
  readonly form: URLSearchParams;
};

export type Answer = {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Text goes as it is, anything else as JSON. */
  readonly body?: unknown;
};

type Route = (seen: Seen) => Answer | undefined;

export const redirectUri = "http://127.0.0.1:1/callback";

/** An MCP server and its authorization server, on one origin, whose every answer can be replaced. */
export class World {
  origin = "";
  /** By method and path; where one gives nothing the world answers as usual. */
  readonly routes = new Map<string, Route>();
  readonly seen: Seen[] = [];
  /** Tokens that the MCP server takes, with their scopes. */
  readonly tokens = new Map<string, string>();
  /** What the authorization server is next to say of itself, beside the usual. */
  metadata: Readonly<Record<string, unknown>> = {};
  resource: Readonly<Record<string, unknown>> = {};
  challenge = "";
  expiresIn: number | undefined;
  /** The path of the authorization server. */
  as = "/as";
  /** What the MCP server can do: it is a modern one. */
  results: Readonly<Record<string, object>> = {
    "server/discover": { supportedVersions: ["2026-07-28"], capabilities: {} },
    "tools/call": { resultType: "complete", content: [] },
  };
  #count = 0;

  get url(): URL {
    return new URL("/mcp", this.origin);
  }

  get issuer(): string {
    return this.origin + this.as;
  }

  /** What was asked, in order, of everybody but the MCP server. */
  get asked(): readonly string[] {
    return this.seen
      .map(({ what }) => what)
      .filter((what) => what !== "POST /mcp");
  }

  last(what: string): Seen {
    const found = this.seen.filter((seen) => seen.what === what).at(-1);
    if (found === undefined) throw new Error(`Nobody asked ${what}`);
    return found;
  }

  count(what: string): number {
    return this.asked.filter((one) => one === what).length;
  }

  answer(seen: Seen): Answer {
    this.seen.push(seen);
    const special = this.routes.get(seen.what)?.(seen);
    return special ?? this.#usual(seen) ?? { status: 404, body: "Not found" };
  }

  /** A token that the MCP server takes. */
  issue(scope = ""): string {
    const token = `token-${++this.#count}`;
    this.tokens.set(token, scope);
    return token;
  }

  #usual(seen: Seen): Answer | undefined {
    switch (seen.what) {
      case "POST /mcp":
        return this.#mcp(seen);
      case "GET /.well-known/oauth-protected-resource/mcp":
        return {
          body: {
            resource: this.url.href,
            authorization_servers: [this.issuer],
            ...this.resource,
          },
        };
      case `GET /.well-known/oauth-authorization-server${this.as}`:
        return { body: this.serverMetadata() };
      case `POST ${this.as}/register`:
        return {
          status: 201,
          body: { client_id: `client${this.as.replace("/", "-")}` },
        };
      case `GET ${this.as}/authorize`:
        return this.#agree(seen);
      case `POST ${this.as}/token`:
        return this.#issueTokens(seen);
    }
    return undefined;
  }

  serverMetadata(): Readonly<Record<string, unknown>> {
    return {
      issuer: this.issuer,
      authorization_endpoint: `${this.issuer}/authorize`,
      token_endpoint: `${this.issuer}/token`,
      registration_endpoint: `${this.issuer}/register`,
      code_challenge_methods_supported: ["S256"],
      token_endpoint_auth_methods_supported: ["none"],
      authorization_response_iss_parameter_supported: true,
      ...this.metadata,
    };
  }

  #agree({ query }: Seen): Answer {
    const target = new URL(query.get("redirect_uri") ?? "");
    target.search = new URLSearchParams({
      code: `code ${query.get("scope") ?? ""}`,
      state: query.get("state") ?? "",
      iss: this.issuer,
    }).toString();
    return { status: 302, headers: { Location: target.href } };
  }

  #issueTokens({ form }: Seen): Answer {
    const scope = form.get("code")?.slice("code ".length) ?? "";
    const accessToken = this.issue(scope);
    return {
      body: {
        access_token: accessToken,
        token_type: "Bearer",
        refresh_token: `refresh of ${accessToken}`,
        ...(this.expiresIn !== undefined && { expires_in: this.expiresIn }),
        ...(scope !== "" && { scope }),
      },
    };
  }

  #mcp({ headers, body }: Seen): Answer {
    const token = headers.authorization?.replace(/^Bearer /, "");
    if (token === undefined || !this.tokens.has(token)) {
      const challenge = `Bearer error="invalid_token"${this.challenge}`;
      return { status: 401, headers: { "WWW-Authenticate": challenge } };
    }
    const { id, method } = JSON.parse(body) as { id?: number; method: string };
    if (id === undefined) return { status: 202 };
    const result = this.results[method];
    return result === undefined
      ? { status: 400, body: "unknown" }
      : { body: { jsonrpc: "2.0", id, result } };
  }
}

/** A world on a port of its own, until the test is over. */
export async function openWorld(): Promise<World> {
  const world = new World();
  const server = createServer((incoming, response) => {
    let body = "";
    incoming.setEncoding("utf8");
    incoming.on("data", (chunk: string) => (body += chunk));
    incoming.on("end", () => {
      const { pathname, searchParams } = new URL(
        incoming.url ?? "",
        world.origin,
      );
      const answer = world.answer({
        what: `${incoming.method ?? ""} ${pathname}`,
        query: searchParams,
        headers: incoming.headers,
        body,
        form: new URLSearchParams(body),
      });
      const { status = 200, headers = {}, body: value = "" } = answer;
      const isText = typeof value === "string";
      response.writeHead(status, {
        "Content-Type": isText ? "text/plain" : "application/json",
        ...headers,
      });
      response.end(isText ? value : JSON.stringify(value));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  world.origin = `http://127.0.0.1:${port}`;
  return world;
}

/** A user who agrees at once, and is led back. */
export async function consent(url: URL): Promise<string> {
  const { headers } = await fetch(url, { redirect: "manual" });
  return headers.get("location") ?? "";
}

export type Wishes = Partial<AuthorizationCodeOptions> &
  Omit<Partial<OAuthOptions>, "grant"> & {
    readonly versions?: readonly string[];
  };

export function authorized({ store, scopes, fetch, ...code }: Wishes = {}) {
  const grant = authorizationCode({ redirectUri, authorize: consent, ...code });
  return oauth({ grant, store, scopes, fetch });
}

/** A client of the world's MCP server; closed when the test is over. */
export async function enter(world: World, wishes: Wishes = {}) {
  const client = await connect(nodeHttp({ url: world.url }), {
    features,
    auth: authorized(wishes),
    versions: wishes.versions ?? ["2026-07-28"],
  });
  onTestFinished(() => client.close());
  return client;
}
