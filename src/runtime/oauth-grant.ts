import { AuthorizationError } from "./oauth-error.js";
import type { ClientAssertion } from "./oauth-jwt.js";
import type {
  Grant,
  GrantContext,
  OAuthClient,
  Parameters,
} from "./oauth-shapes.js";

/** A client that was registered by hand. Its credentials are good at this issuer, and go nowhere else. */
export type MachineClient = OAuthClient & {
  readonly issuer: string;
  /** Authenticates by a key instead of a secret: `privateKeyJwt(key)`. */
  readonly assertion?: ClientAssertion | undefined;
};

/** The grant of RFC 7523 section 2.1. */
export const jwtBearer = "urn:ietf:params:oauth:grant-type:jwt-bearer";

/**
 * A grant that needs no user at hand: `parametersFor` gives what it is made of, and the
 * rest is the same for all. It can be made again at any time, so that no refresh
 * token is kept, and nothing secret of the client.
 */
export function grantWithoutUser(
  client: MachineClient,
  parametersFor: (context: GrantContext) => Parameters | Promise<Parameters>,
): Grant {
  const { issuer, clientId } = client;
  return {
    issuer,
    async grant(context) {
      const named = context.server.issuer;
      if (named !== issuer)
        throw new AuthorizationError(
          `The server takes tokens of ${named}, and the credentials of the client ${JSON.stringify(clientId)} are for ${issuer}: they are sent nowhere else`,
          { issuer: named },
        );
      const { resource, scopes } = context;
      const parameters = {
        ...(await parametersFor(context)),
        resource,
        ...(scopes.length > 0 && { scope: scopes.join(" ") }),
      };
      const tokens = await context.requestTokens(
        ...(await authenticated(parameters, client)),
      );
      return {
        client: { clientId },
        tokens: { ...tokens, refreshToken: undefined },
      };
    },
  };
}

/** The parameters of a request with the client's assertion among them, and what else it authenticates with. */
export async function authenticated(
  parameters: Parameters,
  { issuer, clientId, clientSecret, method, assertion }: MachineClient,
): Promise<[Parameters, OAuthClient]> {
  if (assertion === undefined)
    return [parameters, { clientId, clientSecret, ...(method && { method }) }];
  return [
    {
      ...parameters,
      client_assertion_type:
        "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
      client_assertion: await assertion(clientId, issuer),
    },
    { clientId, method: "none" },
  ];
}
