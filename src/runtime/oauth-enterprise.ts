import { authorizationServer } from "./oauth-discovery.js";
import { AuthorizationError } from "./oauth-error.js";
import {
  authenticated,
  grantWithoutUser,
  jwtBearer,
  type MachineClient,
} from "./oauth-grant.js";
import type { Grant, GrantContext } from "./oauth-shapes.js";
import { askTokenEndpoint } from "./oauth-token.js";

export type EnterpriseManagedOptions = MachineClient & {
  /** The enterprise's identity provider, and who this client is there. */
  readonly identityProvider: MachineClient;
  /** The ID token that the provider gave when the user signed in. Asked whenever tokens are needed. */
  readonly idToken: () => string | Promise<string>;
};

const idJag = "urn:ietf:params:oauth:token-type:id-jag";

/**
 * Enterprise-managed authorization (SEP-990): the enterprise decides which servers its
 * users may use, so that no user is asked. Its identity provider changes the
 * user's ID token into a grant for this server (ID-JAG, RFC 8693), which the
 * authorization server of the MCP server changes into tokens (RFC 7523).
 */
export function enterpriseManaged(options: EnterpriseManagedOptions): Grant {
  return grantWithoutUser(options, async (context) => ({
    grant_type: jwtBearer,
    assertion: await identityGrant(context, options),
  }));
}

async function identityGrant(
  { server, resource, scopes, fetch }: GrantContext,
  { identityProvider, idToken }: EnterpriseManagedOptions,
): Promise<string> {
  const { issuer } = identityProvider;
  const [parameters, client] = await authenticated(
    {
      grant_type: "urn:ietf:params:oauth:grant-type:token-exchange",
      requested_token_type: idJag,
      subject_token: (await idToken()).trim(),
      subject_token_type: "urn:ietf:params:oauth:token-type:id_token",
      audience: server.issuer,
      resource,
      ...(scopes.length > 0 && { scope: scopes.join(" ") }),
    },
    identityProvider,
  );
  const answer = await askTokenEndpoint({
    server: await authorizationServer(fetch, issuer, new URL(issuer)),
    parameters,
    client,
    fetch,
  });
  const { issued_token_type: type, access_token: token } = answer;
  if (type !== idJag || typeof token !== "string")
    throw new AuthorizationError(
      `${issuer} gave something else than a grant for ${server.issuer} (issued_token_type must be ${idJag})`,
      { issuer },
    );
  return token;
}
