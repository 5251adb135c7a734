import {
  accept,
  fromTo,
  keep,
  narrower,
  refused,
  told,
  unread,
  unsaid,
  value,
  wider,
  type SchemaRows,
} from "./schema-rule.js";
import { judge } from "./rule.js";

/** Rows for conditions beside type and bounds. */
export const conditionRows = {
  PATTERN_ADDED: {
    what: ({ at, current }) => `${at} has to match ${value(current)}`,
    input: judge("breaking", "safe", refused, accept),
    output: narrower,
  },
  PATTERN_REMOVED: {
    what: ({ at, previous }) =>
      `${at} need not match ${value(previous)} any more`,
    input: wider,
    output: judge("breaking", "safe", unread, keep),
  },
  PATTERN_CHANGED: {
    what: (p) => `the pattern of ${p.at} changed ${fromTo(p)}`,
    input: unsaid("accept it when every text that matched still does"),
    output: unsaid("accept it when every text that matches now did before"),
  },
  FORMAT_ADDED: {
    what: ({ at, current }) => `${at} has to have the format ${value(current)}`,
    input: judge("breaking", "safe", refused, accept),
    output: narrower,
  },
  FORMAT_REMOVED: {
    what: ({ at, previous }) =>
      `${at} need not have the format ${value(previous)} any more`,
    input: wider,
    output: judge("breaking", "safe", unread, keep),
  },
  FORMAT_CHANGED: {
    what: (p) => `the format of ${p.at} changed ${fromTo(p)}`,
    input: unsaid("accept it when every text that passed still does"),
    output: unsaid("accept it when every text that passes now did before"),
  },
  FORMAT_NOTED: {
    what: (p) =>
      `the format of ${p.at}, which is not checked, changed ${fromTo(p)}`,
    input: told("the server does not check it, but a caller's validator may"),
    output: told(
      "generated clients do not check it, but another validator may",
    ),
  },
  CONSTRAINT_ADDED: {
    what: ({ at, keyword }) =>
      `${at} has to meet a new ${keyword ?? "condition"}`,
    input: judge("breaking", "safe", refused, accept),
    output: narrower,
  },
  CONSTRAINT_REMOVED: {
    what: ({ at, keyword }) =>
      `${at} need not meet ${keyword ?? "a condition"} any more`,
    input: wider,
    output: judge("breaking", "safe", unread, keep),
  },
  UNDECIDED: {
    what: ({ at, keyword }) =>
      keyword === undefined
        ? `${at} is too large to compare`
        : `${keyword} of ${at} reads differently`,
    input: judge(
      "undecided",
      "undecided",
      "mcpgen does not compare this keyword part by part",
      "compare it yourself, and accept it when it allows no less",
    ),
    output: judge(
      "undecided",
      "undecided",
      "mcpgen does not compare this keyword part by part",
      "compare it yourself, and accept it when it allows no more",
    ),
  },
} as const satisfies SchemaRows;

/** Rows for what is told and never checked. */
export const noteRows = {
  DEFAULT_ADDED: {
    what: ({ at, current }) => `${at} has the default ${value(current)} now`,
    input: told("callers that leave it out get this value"),
    output: told("nothing is filled into output"),
  },
  DEFAULT_CHANGED: {
    what: (p) => `the default of ${p.at} changed ${fromTo(p)}`,
    input: judge(
      "breaking",
      "safe",
      "the same call means something else where it is left out",
      "keep the default, or rename the property",
    ),
    output: told("nothing is filled into output"),
  },
  DEFAULT_REMOVED: {
    what: ({ at, previous }) => `${at} lost its default ${value(previous)}`,
    input: judge(
      "undecided",
      "note",
      "what happens where it is left out is the handler's to say",
      "accept it when the handler does as before",
    ),
    output: told("nothing is filled into output"),
  },
  DEPRECATED: {
    what: ({ at }) => `${at} is deprecated`,
    input: told("callers should stop sending it"),
    output: told("readers should stop relying on it"),
  },
  TEXT_CHANGED: {
    what: ({ at, keyword }) => `the ${keyword ?? "text"} of ${at} changed`,
    input: told("models read it: they may call differently"),
    output: told("models read it: they may understand the answer differently"),
  },
} as const satisfies SchemaRows;
