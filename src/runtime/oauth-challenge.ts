import { excerpt } from "./client-messages.js";
import { withoutSecrets } from "./oauth-error.js";

/** What a server that refuses a request says about tokens (RFC 6750, RFC 9728, RFC 9449). */
export type Challenge = {
  /** Where the server describes itself. */
  readonly resourceMetadata: string | undefined;
  /** The scopes that the request needs; undefined where it names none. */
  readonly scopes: readonly string[] | undefined;
  readonly error: string | undefined;
  readonly description: string | undefined;
};

/** A scheme, or a parameter with its quoted or plain value (RFC 9110 section 11.3). */
const part =
  /([\w!#$%&'*+.^`|~-]+)(?:[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([^\s",]+)))?/g;

const schemes = ["bearer", "dpop"];

/** Reads `WWW-Authenticate`, which may hold challenges of several schemes. */
export function readChallenge(header: string | undefined): Challenge {
  const parameters = new Map<string, string>();
  let scheme = "";
  for (const [, name = "", quoted, plain] of (header ?? "").matchAll(part)) {
    const value = quoted?.replace(/\\(.)/g, "$1") ?? plain;
    const key = name.toLowerCase();
    if (value === undefined) scheme = key;
    else if (schemes.includes(scheme) && !parameters.has(key))
      parameters.set(key, value);
  }
  const scope = parameters.get("scope");
  return {
    resourceMetadata: parameters.get("resource_metadata"),
    scopes: scope === undefined ? undefined : scopesIn(scope),
    error: parameters.get("error"),
    description: parameters.get("error_description"),
  };
}

/** The scopes of a text (RFC 6749 section 3.3). */
export function scopesIn(text: string): readonly string[] {
  return [...new Set(text.split(" ").filter((scope) => scope !== ""))];
}

/** What the server says for people to read, who must not see the token that it may repeat. */
export function told(
  { error, description }: Challenge,
  token: string | undefined,
): string {
  const parts = [error, description].filter((part) => part !== undefined);
  const secrets = token === undefined ? [] : [token];
  return parts.length === 0
    ? ""
    : `: ${excerpt(withoutSecrets(parts.join(", "), secrets))}`;
}
