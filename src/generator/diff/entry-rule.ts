import { shown } from "../diagnostic-text.js";
import type { JsonValue } from "../json.js";
import { judge } from "./rule.js";

/** A rule whose sentence needs nothing. */
export type None = { readonly [key in never]: never };
/** A rule about something that has a name. */
export type Named = { readonly name: string };
/** A rule about a member that had another value. */
export type Changed = {
  readonly previous?: JsonValue | undefined;
  readonly current?: JsonValue | undefined;
};

/** A value in a sentence. */
export const value = (given: JsonValue | undefined): string =>
  given === undefined
    ? "nothing"
    : typeof given === "string"
      ? shown(given)
      : JSON.stringify(given);
/** "from a to b". */
export const fromTo = ({ previous, current }: Changed): string =>
  `from ${value(previous)} to ${value(current)}`;

/** How the end of an entry is judged. */
export const gone = (word: string) =>
  judge(
    "breaking",
    "breaking",
    `callers that ask for the ${word} find none`,
    "keep it beside what replaces it until callers have moved",
  );
/** How a new name is judged. */
export const renamed = judge(
  "breaking",
  "breaking",
  "callers ask for the old name",
  "keep the old name, or both for a while",
);
/** How a new entry is judged. */
export const added = judge(
  "safe",
  "safe",
  "callers that do not know it are not concerned",
);
