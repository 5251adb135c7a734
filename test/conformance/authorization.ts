import { authorizationCode, oauth, type Grant } from "./out/runtime/oauth.js";
import { clientCredentials } from "./out/runtime/oauth-client-credentials.js";
import { dpop } from "./out/runtime/oauth-dpop.js";
import { enterpriseManaged } from "./out/runtime/oauth-enterprise.js";
import { privateKeyJwt } from "./out/runtime/oauth-jwt.js";
import { workloadIdentity } from "./out/runtime/oauth-workload.js";
import type { ClientAuth } from "./out/runtime/transport.js";

/** What the suite tells of a scenario beside its name. */
export type AuthorizationContext = {
  readonly client_id?: string;
  readonly client_secret?: string;
  readonly issuer?: string;
  readonly private_key_pem?: string;
  readonly valid_jwt?: string;
  readonly idp_client_id?: string;
  readonly idp_issuer?: string;
  readonly idp_id_token?: string;
};

type GrantMaker = (context: AuthorizationContext, issuer: string) => Grant;

/** The grants of the scenarios without a user; all others ask one. */
const grants: { readonly [scenario: string]: GrantMaker } = {
  "auth/client-credentials-basic": (context, issuer) =>
    clientCredentials({ ...clientIn(context), issuer }),
  "auth/client-credentials-jwt": (context, issuer) =>
    clientCredentials({
      ...clientIn(context),
      issuer,
      assertion: privateKeyJwt(context.private_key_pem ?? ""),
    }),
  "auth/wif-jwt-bearer": (context, issuer) =>
    workloadIdentity({
      ...clientIn(context),
      issuer,
      token: () => context.valid_jwt ?? "",
    }),
  "auth/enterprise-managed-authorization": (context, issuer) =>
    enterpriseManaged({
      ...clientIn(context),
      issuer,
      identityProvider: {
        issuer: context.idp_issuer ?? "",
        clientId: context.idp_client_id ?? "",
      },
      idToken: () => context.idp_id_token ?? "",
    }),
};

/** How the everything client gets its tokens. */
export async function authorization(
  scenario: string,
  context: AuthorizationContext,
  server: string,
): Promise<ClientAuth> {
  const make = grants[scenario];
  const isBound = scenario.startsWith("auth/dpop");
  return oauth({
    grant: make ? make(context, await issuerOf(server)) : withUser(context),
    proofs: isBound ? dpop() : undefined,
  });
}

function withUser(context: AuthorizationContext): Grant {
  const { client_id: clientId, issuer } = context;
  const isRegistered = clientId !== undefined && issuer !== undefined;
  return authorizationCode({
    name: "everything-client",
    redirectUri: "http://localhost:3000/callback",
    metadataDocument: "https://conformance-test.local/client-metadata.json",
    client: isRegistered ? { ...clientIn(context), issuer } : undefined,
    authorize: consent,
  });
}

function clientIn(context: AuthorizationContext) {
  const { client_id: clientId = "", client_secret: clientSecret } = context;
  return { clientId, clientSecret };
}

/** Whoever registers a client knows where; the suite does not say for these scenarios. */
async function issuerOf(server: string): Promise<string> {
  const place = "/.well-known/oauth-protected-resource/mcp";
  const response = await fetch(new URL(place, server));
  const { authorization_servers: issuers } = (await response.json()) as {
    readonly authorization_servers: readonly string[];
  };
  return issuers[0] ?? "";
}

/** The suite's users agree at once: its pages lead straight back. */
async function consent(url: URL): Promise<URL> {
  const { headers } = await fetch(url, { redirect: "manual" });
  return new URL(headers.get("location") ?? "", url);
}
