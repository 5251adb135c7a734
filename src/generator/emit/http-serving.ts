import type { Contract } from "../contract.js";

/** What a server needs over HTTP for some versions alone, by the names of its runtime values. */
export function httpServing({
  manifest,
  protocols,
}: Contract): readonly ("sessions" | "sse")[] {
  if (!manifest.transports.includes("http")) return [];
  const profiles = protocols.map(({ profile }) => profile);
  const old = profiles.some(({ transports }) => transports.includes("sse"));
  return [
    ...(profiles.some((one) => one.sessions) ? (["sessions"] as const) : []),
    ...(old ? (["sse"] as const) : []),
  ];
}
