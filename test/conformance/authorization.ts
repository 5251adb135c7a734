import { authorizationCode, oauth } from "./out/runtime/oauth.js";
import type { ClientAuth } from "./out/runtime/transport.js";

/** What the suite tells of a scenario beside its name. */
export type AuthorizationContext = {
  readonly client_id?: string;
  readonly client_secret?: string;
  readonly issuer?: string;
};

/** How the everything client gets its tokens. */
export function authorization({
  client_id: clientId,
  client_secret: clientSecret,
  issuer,
}: AuthorizationContext): ClientAuth {
  const isRegistered = clientId !== undefined && issuer !== undefined;
  return oauth({
    grant: authorizationCode({
      name: "everything-client",
      redirectUri: "http://localhost:3000/callback",
      metadataDocument: "https://conformance-test.local/client-metadata.json",
      client: isRegistered ? { issuer, clientId, clientSecret } : undefined,
      authorize: consent,
    }),
  });
}

/** The suite's users agree at once: its pages lead straight back. */
async function consent(url: URL): Promise<URL> {
  const { headers } = await fetch(url, { redirect: "manual" });
  return new URL(headers.get("location") ?? "", url);
}
