import { readProtocols } from "../../src/generator/protocol/read-protocols.js";
import {
  clientProfile,
  serverProfile,
} from "../../src/generator/protocol/side-profiles.js";
import type { Profile } from "../../src/runtime/profile.js";

/** The profiles of every version in `schema/`, oldest first, as computed from its schema. */
export const profiles: readonly Profile[] = readProtocols().protocols.map(
  ({ profile }) => profile,
);

/** What clients and servers of a build with every feature get of them. */
export const clientProfiles = profiles.map((one) =>
  clientProfile(one, () => true),
);
export const serverProfiles = profiles.map((one) =>
  serverProfile(one, () => true),
);

export function profileOf(version: string): Profile {
  const found = profiles.find((profile) => profile.version === version);
  if (found === undefined) throw new Error(`no profile for ${version}`);
  return found;
}
