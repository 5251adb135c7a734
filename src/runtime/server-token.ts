import { McpError } from "./errors.js";
import type { Awaitable } from "./server-handlers.js";
import type { AuthRequest } from "./server-http.js";

/** What `verify` knows of a token that is good. More members are kept for `context.auth`. */
export type VerifiedToken = {
  /** For whom it speaks (`sub`). */
  readonly subject: string;
  /** For which servers it was issued (`aud`). */
  readonly audience: string | readonly string[];
  /** Milliseconds since 1970 (the claim `exp` is in seconds); from then on it is refused. Infinity for never. */
  readonly expiresAt: number;
  /** What it grants: a list, or words with spaces between as in the claim `scope`. Default nothing. */
  readonly scopes?: string | readonly string[] | undefined;
  /** Who issued it (`iss`). */
  readonly issuer?: string | undefined;
  /** The client that it was issued to (`client_id`). */
  readonly clientId?: string | undefined;
};

/** A server as a resource that OAuth protects (basic/authorization, RFC 9728). */
export interface ProtectedResource<Auth extends VerifiedToken = VerifiedToken> {
  /**
   * The server's public address, as clients know it: https, or http on this machine
   * alone, without query and fragment. Tokens must have been issued for it.
   */
  readonly resource: string;
  /** The issuers of the authorization servers whose tokens are taken; at least one. */
  readonly authorizationServers: readonly string[];
  /** Scopes that every request needs; default none. */
  readonly scopes?: readonly string[] | undefined;
  /** Other names that tokens may have for this server in `audience`, where an authorization server does not use its address; compared as they are. */
  readonly audiences?: readonly string[] | undefined;
  /**
   * Finds out what a token is worth: by its signature, or by asking its issuer.
   * `undefined` for one that is not good, and that is a matter of course. An error
   * counts as that too (401), and `onWarning` is told its name and message, without
   * the token. `VerifierUnavailable` says that nobody could look (503). Audience,
   * expiry and scopes are checked of what this gives, and a signature by nobody else.
   */
  verify(token: string, request: AuthRequest): Awaitable<Auth | undefined>;
}

/** What `verify` makes of tokens, from the function that makes the options. */
export type Verified<
  Create extends () => Awaitable<{
    verify(token: string, request: AuthRequest): unknown;
  }>,
> = Exclude<
  Awaited<ReturnType<Awaited<ReturnType<Create>>["verify"]>>,
  undefined
>;

/** Thrown by `verify` where a token could not be looked at, such as when the keys of its issuer cannot be had: the caller is told to come again (503), not to get another token. */
export class VerifierUnavailable extends McpError {
  override readonly name = "VerifierUnavailable";
}
