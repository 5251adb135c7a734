import { Access } from "./oauth-access.js";
import { canonical } from "./oauth-discovery.js";
import type { Grant, ProofMaker, TokenStore } from "./oauth-shapes.js";
import { memoryStore } from "./oauth-store.js";
import type { ClientAuth } from "./transport.js";

export { AuthorizationError } from "./oauth-error.js";
export {
  authorizationCode,
  type AuthorizationCodeOptions,
  type RegisteredClient,
} from "./oauth-code.js";
export { memoryStore } from "./oauth-store.js";
export type {
  Authorization,
  AuthorizationServer,
  Grant,
  GrantContext,
  OAuthClient,
  ProofMaker,
  Tokens,
  TokenStore,
} from "./oauth-shapes.js";

export type OAuthOptions = {
  /** How tokens are got: `authorizationCode({ … })` where a user is to be asked. */
  readonly grant: Grant;
  /** Where tokens outlive a request; default: in this process. */
  readonly store?: TokenStore | undefined;
  /** The scopes to ask for at first; default: those that the server's challenge names, else all that it knows of. */
  readonly scopes?: readonly string[] | undefined;
  /** Binds tokens to a key (RFC 9449): `dpop()`. Default: bearer tokens. */
  readonly proofs?: ProofMaker | undefined;
  /** For metadata, registration and tokens; default: the global one. */
  readonly fetch?: typeof globalThis.fetch | undefined;
};

/**
 * Authorization by OAuth 2.1 (basic/authorization): the value of `auth` when
 * connecting over HTTP. Nothing is asked before the server answers 401; then the
 * authorization server is found, the grant made, and the request sent again. Tokens
 * are refreshed as they expire, and scopes are added as the server asks for them.
 * Requests at the same time share all of that. What goes wrong rejects the request
 * with an AuthorizationError.
 */
export function oauth(options: OAuthOptions): ClientAuth {
  const settings = {
    ...options,
    store: options.store ?? memoryStore(),
    // The global one is looked up late, so that it may be replaced, and called without `this`.
    fetch: ((...args) =>
      (options.fetch ?? globalThis.fetch)(...args)) as typeof fetch,
  };
  const accesses = new Map<string, Access>();
  const accessTo = (server: URL): Access => {
    const address = canonical(server);
    const access =
      accesses.get(address) ?? new Access(server, address, settings);
    accesses.set(address, access);
    return access;
  };
  return {
    headers: (request) => accessTo(request.server).headers(request),
    challenged: (challenge) => accessTo(challenge.server).challenged(challenge),
    answered: (answer) => accessTo(answer.server).answered(answer),
  };
}
