/** A value, or a promise of one. */
type Awaitable<T> = T | Promise<T>;

/**
 * What an authorization server says of itself (RFC 8414, OpenID Connect Discovery),
 * as far as a client reads it. Its `issuer` is the one that it was asked for.
 */
export type AuthorizationServer = {
  readonly issuer: string;
  readonly authorization_endpoint?: string | undefined;
  readonly token_endpoint: string;
  readonly registration_endpoint?: string | undefined;
  readonly scopes_supported?: readonly string[] | undefined;
  readonly code_challenge_methods_supported?: readonly string[] | undefined;
  readonly token_endpoint_auth_methods_supported?:
    readonly string[] | undefined;
  readonly authorization_response_iss_parameter_supported?: boolean | undefined;
  readonly client_id_metadata_document_supported?: boolean | undefined;
};

/** Who the client is at one authorization server. */
export type OAuthClient = {
  readonly clientId: string;
  readonly clientSecret?: string | undefined;
  /** Default: the first of the server's methods that fits what is known of the client. */
  readonly method?: "none" | "client_secret_basic" | "client_secret_post";
  /** The one that it was registered with, where this client did that. */
  readonly redirectUri?: string | undefined;
};

/** What the token endpoint gave. */
export type Tokens = {
  readonly accessToken: string;
  /** How it is presented: "DPoP" needs a proof beside it (RFC 9449). */
  readonly type: "Bearer" | "DPoP";
  /** Milliseconds since 1970; undefined where the server does not say. */
  readonly expiresAt?: number | undefined;
  readonly refreshToken?: string | undefined;
  /** What was granted; what was asked for, where the server does not say. */
  readonly scopes: readonly string[];
};

/** All that is kept for one MCP server, as JSON. Good at the issuer that it names and nowhere else. */
export type Authorization = {
  readonly issuer: string;
  /** What tokens are asked for (RFC 8707), as the MCP server names itself. */
  readonly resource: string;
  readonly client?: OAuthClient | undefined;
  readonly tokens?: Tokens | undefined;
};

/** Keeps authorizations by the canonical address of their server; it holds secrets. */
export interface TokenStore {
  get(resource: string): Awaitable<Authorization | undefined>;
  set(resource: string, authorization: Authorization): Awaitable<void>;
  delete(resource: string): Awaitable<void>;
  /**
   * Does something while no other process with this store does the like for the same
   * server: many refresh tokens are good once, and one that comes twice ends them all.
   * Default: does it at once, for stores that one process has.
   */
  alone?<T>(resource: string, work: () => Promise<T>): Promise<T>;
}

/** Parameters of a request to a token endpoint, by name. */
export type Parameters = Readonly<Record<string, string>>;

/** What a grant has to work with. */
export interface GrantContext {
  readonly server: AuthorizationServer;
  /** The MCP server, as it names itself (RFC 8707). */
  readonly resource: string;
  /** The scopes to ask for; empty to say nothing of them. */
  readonly scopes: readonly string[];
  /** What is known of the client at this issuer, from before. */
  readonly client: OAuthClient | undefined;
  readonly fetch: typeof fetch;
  /**
   * Asks the server's token endpoint. `resource` and `scope` are the caller's to
   * give; the client's credentials and the DPoP proof are added. Rejects with an
   * AuthorizationError that holds the server's `error` code and no secret.
   */
  requestTokens(parameters: Parameters, client: OAuthClient): Promise<Tokens>;
}

/** A way to get tokens: the authorization code flow, client credentials and so on. */
export interface Grant {
  /** An issuer that it has credentials of, taken where the server names several. */
  readonly issuer?: string | undefined;
  /** Gets new tokens, and says for which client. */
  grant(
    context: GrantContext,
  ): Promise<{ readonly client: OAuthClient; readonly tokens: Tokens }>;
}

/** Proves the possession of a key with each request (RFC 9449). */
export interface ProofMaker {
  /** The `DPoP` header for one request. `accessToken` is absent at the token endpoint. */
  proof(request: {
    readonly method: string;
    readonly url: URL;
    readonly accessToken?: string | undefined;
  }): Promise<string>;
  /** Remembers a nonce that the server of this address gave; true where it is a new one. */
  learn(url: URL, nonce: string | undefined): boolean;
}
