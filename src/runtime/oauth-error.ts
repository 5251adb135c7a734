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

/**
 * Text of a peer, for an error: what is secret is not in it, as it is or as a form has
 * it, and neither is what could write over the lines of a terminal or a log.
 */
export function withoutSecrets(
  text: string,
  secrets: readonly string[],
): string {
  const forms = secrets.flatMap((secret) => [
    secret,
    String(new URLSearchParams([["", secret]])).slice(1),
  ]);
  return forms
    .reduce((left, form) => left.replaceAll(form, "[hidden]"), text)
    .replace(/[^\x20-\x7e]+/g, " ")
    .slice(0, 300);
}
