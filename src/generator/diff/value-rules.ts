import {
  accept,
  fromTo,
  keep,
  kinds,
  looser,
  narrower,
  refused,
  stricter,
  unread,
  value,
  wider,
  type SchemaRows,
} from "./schema-rule.js";
import { judge } from "./rule.js";

/** Rows for members of objects. */
export const propertyRows = {
  PROPERTY_ADDED: {
    what: ({ at }) => `${at} was added and may be left out`,
    input: judge("safe", "safe", "callers that do not know it leave it out"),
    output: judge("safe", "safe", "readers that do not know it pass it over"),
  },
  PROPERTY_ADDED_REQUIRED: {
    what: ({ at }) => `${at} was added and is required`,
    input: judge(
      "breaking",
      "breaking",
      "callers that do not know it are refused",
      "make it optional, with a default",
    ),
    output: judge(
      "safe",
      "note",
      "readers that do not know it pass it over; handlers have to return it",
    ),
  },
  PROPERTY_ADDED_TO_CLOSED: {
    what: ({ at }) =>
      `${at} was added to an object that took no further members`,
    input: wider,
    output: judge(
      "breaking",
      "safe",
      "validators of the previous contract refuse the member",
      "leave additionalProperties open before adding members",
    ),
  },
  PROPERTY_REMOVED: {
    what: ({ at }) => `${at} was removed`,
    input: stricter("callers that send it are refused, or no longer heard"),
    output: looser("readers no longer get it"),
  },
  PROPERTY_REQUIRED: {
    what: ({ at }) => `${at} became required`,
    input: judge(
      "breaking",
      "breaking",
      "callers that leave it out are refused",
      "leave it optional and give it a default",
    ),
    output: judge(
      "safe",
      "note",
      "readers always get it now; handlers have to return it",
    ),
  },
  PROPERTY_OPTIONAL: {
    what: ({ at }) => `${at} is no longer required`,
    input: judge(
      "safe",
      "note",
      "callers may leave it out; handlers may not find it",
    ),
    output: looser("readers that rely on it may not get it"),
  },
  OBJECT_CLOSED: {
    what: ({ at }) => `${at} takes no further members any more`,
    input: stricter("callers that send further members are refused"),
    output: narrower,
  },
  OBJECT_OPENED: {
    what: ({ at }) => `${at} may have further members`,
    input: wider,
    output: judge(
      "breaking",
      "note",
      "validators of the previous contract refuse further members",
      keep,
    ),
  },
} as const satisfies SchemaRows;

/** Rows for what a value may be. */
export const valueRows = {
  TYPE_NARROWED: {
    what: ({ at, previous, current }) =>
      `${at} was ${kinds(previous)} and is only ${kinds(current)}`,
    input: stricter(),
    output: judge("safe", "note", "readers get nothing new"),
  },
  TYPE_WIDENED: {
    what: ({ at, previous, current }) =>
      `${at} was ${kinds(previous)} and may be ${kinds(current)}`,
    input: judge(
      "safe",
      "note",
      "everything that was accepted still is; handlers may find more",
    ),
    output: looser(),
  },
  TYPE_CHANGED: {
    what: ({ at, previous, current }) =>
      `${at} was ${kinds(previous)} and is ${kinds(current)}`,
    input: stricter(),
    output: looser(),
  },
  VALUE_ADDED: {
    what: ({ at, current }) => `${at} may be ${value(current)}`,
    input: judge(
      "safe",
      "note",
      "everything that was accepted still is; handlers may find one more value",
    ),
    output: looser("readers get a value that they do not know"),
  },
  VALUE_REMOVED: {
    what: ({ at, previous }) => `${at} is never ${value(previous)} any more`,
    input: stricter("callers that send the value are refused"),
    output: judge(
      "safe",
      "note",
      "readers get nothing new; code that asks for the value may no longer compile",
    ),
  },
  CONST_CHANGED: {
    what: (p) => `${p.at} changed ${fromTo(p)}`,
    input: stricter(),
    output: looser(),
  },
  VALUES_LISTED: {
    what: ({ at, current }) =>
      `${at} was free and is now one of ${value(current)}`,
    input: stricter("callers that send another value are refused"),
    output: narrower,
  },
  VALUES_FREED: {
    what: ({ at, previous }) =>
      `${at} was one of ${value(previous)} and is now free`,
    input: wider,
    output: looser("readers get values that they do not know"),
  },
  BOUND_TIGHTENED: {
    what: (p) =>
      `${p.keyword ?? ""} of ${p.at} changed ${fromTo(p)}, which allows less`,
    input: judge("breaking", "safe", refused, accept),
    output: narrower,
  },
  BOUND_LOOSENED: {
    what: (p) =>
      `${p.keyword ?? ""} of ${p.at} changed ${fromTo(p)}, which allows more`,
    input: wider,
    output: judge("breaking", "safe", unread, keep),
  },
  OPTION_ADDED: {
    what: ({ at }) => `${at} may take one more form`,
    input: wider,
    output: looser(),
  },
  OPTION_REMOVED: {
    what: ({ at }) => `${at} may take one form less`,
    input: stricter(),
    output: judge("safe", "note", "readers get nothing new"),
  },
} as const satisfies SchemaRows;
