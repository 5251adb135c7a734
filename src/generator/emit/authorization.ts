import type { Contract } from "../contract.js";
import { entryKinds } from "../manifest/manifest.js";

/**
 * The runtime files that a client with OAuth imports from: what gets tokens, the
 * grants and where tokens are kept. What these import comes along by itself.
 */
const clientFiles: readonly string[] = [
  "oauth",
  "oauth-client-credentials",
  "oauth-dpop",
  "oauth-enterprise",
  "oauth-file-store",
  "oauth-jwt",
  "oauth-loopback",
  "oauth-workload",
];

/** The entry files of authorization on the client; none where a manifest does not ask for it. */
export function clientAuthorization({ manifest }: Contract): readonly string[] {
  return manifest.auth === "oauth" ? clientFiles : [];
}

/** Whether the server is a resource that OAuth protects. */
export function isProtected({ manifest }: Contract): boolean {
  return manifest.auth === "oauth";
}

/** Whether single entries need scopes, by the name of the runtime value that asks for them. */
export function scopeFeature(contract: Contract): readonly "entryScopes"[] {
  const needed = entryKinds.some((kind) =>
    contract[kind].some(({ scopes }) => scopes.length > 0),
  );
  return isProtected(contract) && needed ? ["entryScopes"] : [];
}
