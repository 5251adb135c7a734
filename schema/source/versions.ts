const draft07 = {
  dialect: "http://json-schema.org/draft-07/schema#",
  keyword: "definitions",
} as const;
const draft2020 = {
  dialect: "https://json-schema.org/draft/2020-12/schema",
  keyword: "$defs",
} as const;

/** The versions of the protocol, oldest first, and how each one's schema.json is written. */
export const versions = [
  { version: "2024-11-05", ...draft07 },
  { version: "2025-03-26", ...draft07 },
  { version: "2025-06-18", ...draft07 },
  { version: "2025-11-25", ...draft2020 },
  { version: "2026-07-28", ...draft2020 },
] as const;

/** A version of the protocol that the tables describe. */
export type Version = (typeof versions)[number]["version"];

/** The place of a version in the history; a fact is a function of it. */
export function indexOfVersion(version: Version): number {
  return versions.findIndex((one) => one.version === version);
}
