import {
  grantWithoutUser,
  jwtBearer,
  type MachineClient,
} from "./oauth-grant.js";
import type { Grant } from "./oauth-shapes.js";

export type WorkloadIdentityOptions = MachineClient & {
  /**
   * The JWT by which the platform says who this workload is, for the authorization
   * server as audience: of a file that the platform keeps fresh, or of a service of
   * it. Asked whenever tokens are needed.
   */
  readonly token: (audience: string) => string | Promise<string>;
};

/**
 * Workload identity federation (RFC 7523 section 2.1, SEP-1933): a workload shows the
 * identity that its platform gave it, and needs no secret of its own.
 */
export function workloadIdentity(options: WorkloadIdentityOptions): Grant {
  return grantWithoutUser(options, async ({ server }) => ({
    grant_type: jwtBearer,
    // Files end with a line end.
    assertion: (await options.token(server.issuer)).trim(),
  }));
}
