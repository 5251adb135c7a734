import { shown } from "../diagnostic-text.js";
import type { JsonValue } from "../json.js";
import { judge, type Judgement } from "./rule.js";
import type { FactKind } from "./schema/fact.js";

/** What the sentences about a schema need. */
export type SchemaParams = {
  /** Where, such as `"filter.tags[]"`; "the input" for the whole. */
  readonly at: string;
  readonly keyword?: string | undefined;
  readonly previous?: JsonValue | undefined;
  readonly current?: JsonValue | undefined;
};

/** How a change is told, and how it is judged in what callers send and in what they get. */
export type SchemaRow = {
  readonly what: (params: SchemaParams) => string;
  readonly input: Judgement;
  readonly output: Judgement;
};

/** Some of the rows by kind. */
export type SchemaRows = { readonly [kind in FactKind]?: SchemaRow };

export const value = (given: JsonValue | undefined): string =>
  given === undefined
    ? "nothing"
    : typeof given === "string"
      ? shown(given)
      : cut(JSON.stringify(given));
const cut = (text: string): string =>
  text.length > 60 ? `${text.slice(0, 59)}…` : text;
export const kinds = (given: JsonValue | undefined): string => {
  const words =
    typeof given === "string" ? [given] : (given as readonly string[]);
  return words.length === 0
    ? "nothing"
    : words.length === 6
      ? "anything"
      : words.join(" or ");
};
export const fromTo = ({ previous, current }: SchemaParams): string =>
  `from ${value(previous)} to ${value(current)}`;

export const refused = "callers that send what used to be accepted are refused";
export const unread =
  "readers get what the previous contract ruled out, and validators refuse it";
export const accept = "go on accepting it, or add a new tool beside this one";
export const keep =
  "keep what is sent within the previous contract, or add a new tool beside this one";
export const wider = judge(
  "safe",
  "safe",
  "everything that was accepted still is",
);
export const narrower = judge("safe", "safe", "readers get nothing new");
export const stricter = (reason = refused): Judgement =>
  judge("breaking", "breaking", reason, accept);
export const looser = (reason = unread): Judgement =>
  judge("breaking", "breaking", reason, keep);
export const unsaid = (mend: string): Judgement =>
  judge(
    "undecided",
    "safe",
    "whether one includes the other cannot be told",
    mend,
  );
export const told = (reason: string): Judgement =>
  judge("note", "safe", reason);
