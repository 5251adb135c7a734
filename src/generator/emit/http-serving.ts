import type { Contract } from "../contract.js";

/** What a server needs over HTTP for some versions alone, by the names of its runtime values. */
export function httpServing({
  manifest,
  protocols,
}: Contract): readonly "sessions"[] {
  if (!manifest.transports.includes("http")) return [];
  return protocols.some(({ profile }) => profile.sessions) ? ["sessions"] : [];
}
