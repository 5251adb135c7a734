import { ConnectionError } from "./errors.js";

/**
 * There is no token that the server accepts, and why. Reaches the caller as it is.
 * Holds no token, code, secret or verifier.
 */
export class AuthorizationError extends ConnectionError {
  override readonly name = "AuthorizationError";
  /** The `error` of an authorization server (RFC 6749), where it gave one: "access_denied", "invalid_grant". */
  readonly code: string | undefined;
  /** The authorization server, where one was found. */
  readonly issuer: string | undefined;

  constructor(
    message: string,
    more: {
      cause?: unknown;
      code?: string | undefined;
      issuer?: string | undefined;
    } = {},
  ) {
    super("authorization", message, { cause: more.cause });
    this.code = more.code;
    this.issuer = more.issuer;
  }
}
