import { grantWithoutUser, type MachineClient } from "./oauth-grant.js";
import type { Grant } from "./oauth-shapes.js";

/**
 * Tokens for the client itself, where there is no user (RFC 6749 section 4.4, the
 * extension oauth-client-credentials): it has a secret, or signs with a key
 * (`assertion: privateKeyJwt(key)`).
 */
export function clientCredentials(client: MachineClient): Grant {
  return grantWithoutUser(client, () => ({ grant_type: "client_credentials" }));
}
