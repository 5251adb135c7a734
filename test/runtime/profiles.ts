import { readProtocols } from "../../src/generator/protocol/read-protocols.js";
import type { Profile } from "../../src/runtime/profile.js";

/** The profiles of every version in `schema/`, oldest first, as a build prints them. */
export const profiles: readonly Profile[] = readProtocols().protocols.map(
  ({ profile }) => profile,
);

export function profileOf(version: string): Profile {
  const found = profiles.find((profile) => profile.version === version);
  if (found === undefined) throw new Error(`no profile for ${version}`);
  return found;
}
