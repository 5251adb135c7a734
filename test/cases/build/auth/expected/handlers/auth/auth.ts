import type { VerifiedToken } from "../../out/runtime/server-token.js";

/**
 * Whose tokens the server takes over HTTP. It is called once when the server starts.
 * Until `verify` is written, every token is refused.
 */
export function createAuth() {
  return {
    /** The server's public address, as clients know it; tokens must be issued for it. */
    resource: "http://127.0.0.1:3000/",
    /** The issuers of the authorization servers. */
    authorizationServers: ["https://login.example.com"],
    /** Gives what is known of a good token, and undefined for any other. */
    async verify(_token: string): Promise<VerifiedToken | undefined> {
      throw new Error("verify in auth.ts is not written yet");
    },
  };
}
