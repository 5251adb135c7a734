import type { Contract } from "../contract.js";

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
