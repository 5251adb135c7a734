import { excerpt } from "./client-messages.js";
import type { JsonObject } from "./json-rpc.js";
import { AuthorizationError } from "./oauth-error.js";
import type { AuthorizationServer } from "./oauth-shapes.js";

/** Throws for addresses that nobody should go to. */
type CheckAddress = (value: string, name: string) => URL;

/**
 * Reads what an authorization server says of itself. Rejects what it says for another
 * issuer (RFC 8414 section 3.3), and members of the wrong kind.
 */
export function readServerMetadata(
  body: JsonObject,
  issuer: string,
  check: CheckAddress,
): AuthorizationServer {
  if (body["issuer"] !== issuer)
    throw new AuthorizationError(
      `${issuer} describes itself as ${excerpt(body["issuer"])}: its \`issuer\` must be the address that it was found by, to the letter`,
      { issuer },
    );
  const { address, texts, flag } = membersOf(body, issuer, check);
  const tokenEndpoint = address("token_endpoint");
  if (tokenEndpoint === undefined)
    throw new AuthorizationError(`${issuer} names no token_endpoint`, {
      issuer,
    });
  return {
    issuer,
    authorization_endpoint: address("authorization_endpoint"),
    token_endpoint: tokenEndpoint,
    registration_endpoint: address("registration_endpoint"),
    scopes_supported: texts("scopes_supported"),
    code_challenge_methods_supported: texts("code_challenge_methods_supported"),
    token_endpoint_auth_methods_supported: texts(
      "token_endpoint_auth_methods_supported",
    ),
    authorization_response_iss_parameter_supported: flag(
      "authorization_response_iss_parameter_supported",
    ),
    client_id_metadata_document_supported: flag(
      "client_id_metadata_document_supported",
    ),
  };
}

/** Readers of members by kind; null stands for none. */
function membersOf(body: JsonObject, issuer: string, check: CheckAddress) {
  const read =
    <T>(kind: string, is: (value: unknown) => value is T) =>
    (name: string): T | undefined => {
      const value = body[name] ?? undefined;
      if (value === undefined || is(value)) return value;
      const message = `${issuer} says ${name}: ${excerpt(value)}, which is not ${kind}`;
      throw new AuthorizationError(message, { issuer });
    };
  const text = read("an address", isText);
  return {
    address: (name: string): string | undefined => {
      const value = text(name);
      if (value !== undefined) check(value, name);
      return value;
    },
    texts: read("a list of names", isTexts),
    flag: read("true or false", isFlag),
  };
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

/** True for a list of texts, the empty one too. */
export function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every(isText);
}

function isFlag(value: unknown): value is boolean {
  return typeof value === "boolean";
}
