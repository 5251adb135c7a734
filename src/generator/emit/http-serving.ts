import type { Contract } from "../contract.js";

/** What a server needs over HTTP for some versions alone, by the names of its runtime values. */
export function httpServing({
  manifest,
  protocols,
}: Contract): readonly ("sessions" | "sse")[] {
  if (!manifest.transports.includes("http")) return [];
  const legacy = protocols.some(({ era }) => era === "legacy");
  const sse = protocols.some(({ profile }) =>
    profile.transports.includes("sse"),
  );
  return [
    ...(legacy ? (["sessions"] as const) : []),
    ...(sse ? (["sse"] as const) : []),
  ];
}
