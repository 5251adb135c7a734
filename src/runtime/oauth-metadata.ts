import { excerpt } from "./client-messages.js";
import type { JsonObject } from "./json-rpc.js";
import { AuthorizationError } from "./oauth-error.js";
import type { AuthorizationServer } from "./oauth-shapes.js";

/**
 * Reads what an authorization server says of itself. Rejects what it says for another
 * issuer (RFC 8414 section 3.3), and members of the wrong kind. `address` throws for
 * addresses that nobody should go to.
 */
export function readServerMetadata(
  body: JsonObject,
  issuer: string,
  address: (value: string, name: string) => URL,
): AuthorizationServer {
  const wrong = (name: string, wanted: string): AuthorizationError =>
    new AuthorizationError(
      `${issuer} says ${name}: ${excerpt(body[name])}, which is not ${wanted}`,
      { issuer },
    );
  if (body["issuer"] !== issuer)
    throw new AuthorizationError(
      `${issuer} describes itself as ${excerpt(body["issuer"])}: its \`issuer\` must be the address that it was found by, to the letter`,
      { issuer },
    );

  const endpoint = (name: string): string | undefined => {
    const value = body[name] ?? undefined;
    if (value === undefined) return undefined;
    if (typeof value !== "string") throw wrong(name, "an address");
    address(value, name);
    return value;
  };
  const texts = (name: string): readonly string[] | undefined => {
    const value: unknown = body[name] ?? undefined;
    if (value === undefined) return undefined;
    if (!Array.isArray(value) || !value.every(isText))
      throw wrong(name, "a list of names");
    return value;
  };
  const flag = (name: string): boolean | undefined => {
    const value = body[name] ?? undefined;
    if (value !== undefined && typeof value !== "boolean")
      throw wrong(name, "true or false");
    return value;
  };

  const tokenEndpoint = endpoint("token_endpoint");
  if (tokenEndpoint === undefined) throw wrong("token_endpoint", "an address");
  return {
    issuer,
    authorization_endpoint: endpoint("authorization_endpoint"),
    token_endpoint: tokenEndpoint,
    registration_endpoint: endpoint("registration_endpoint"),
    scopes_supported: texts("scopes_supported"),
    grant_types_supported: texts("grant_types_supported"),
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
    dpop_signing_alg_values_supported: texts(
      "dpop_signing_alg_values_supported",
    ),
  };
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}
