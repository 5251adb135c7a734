import type { WireFacts } from "../../runtime/profile.js";
import { isJsonObject, type JsonValue, member } from "../json.js";
import { under } from "../json-pointer.js";
import { ProtocolError } from "./protocol.js";
import { objectAt } from "./schema-view.js";

/** What a fact may be: in words, and as a test. */
type Kind = {
  readonly wanted: string;
  readonly fits: (value: JsonValue) => boolean;
};

const flag: Kind = {
  wanted: "true or false",
  fits: (value) => typeof value === "boolean",
};
const integer: Kind = { wanted: "an integer", fits: Number.isSafeInteger };
const status: Kind = {
  wanted: "an HTTP status",
  fits: (value) =>
    Number.isSafeInteger(value) && Number(value) >= 200 && Number(value) < 600,
};
const text: Kind = {
  wanted: "a text",
  fits: (value) => typeof value === "string",
};

function word(...words: readonly string[]): Kind {
  return {
    wanted: `one of ${words.join(", ")}`,
    fits: (value) => typeof value === "string" && words.includes(value),
  };
}

function listOf({ wanted, fits }: Kind): Kind {
  return {
    wanted: `a list, each ${wanted}`,
    fits: (value) => Array.isArray(value) && value.every(fits),
  };
}

function mapOf({ wanted, fits }: Kind): Kind {
  return {
    wanted: `an object, each value ${wanted}`,
    fits: (value) => isJsonObject(value) && Object.values(value).every(fits),
  };
}

function orNull({ wanted, fits }: Kind): Kind {
  return {
    wanted: `${wanted}, or null`,
    fits: (value) => value === null || fits(value),
  };
}

/** The closed list of wire facts; a proof that it names each of them stands in its type. */
const kinds: { readonly [Name in keyof WireFacts]: Kind } = {
  transports: listOf(word("stdio", "sse", "streamable", "post")),
  versionHeader: word("never", "after-initialize", "always"),
  assumedVersion: orNull(text),
  requestHeaders: orNull(mapOf(text)),
  inputFailure: word("protocol-error", "tool-error"),
  resourceNotFoundCode: integer,
  originStatus: status,
  errorStatuses: mapOf(status),
  envelopeStatus: status,
  cancelOverHttp: word("notification", "close"),
  sessions: flag,
  resumption: word("none", "replay", "poll"),
  batches: flag,
  authorization: word("none", "origin", "resource-metadata"),
};

/** The names of the facts, in the order of `wire.json`. */
export const wireFactNames = Object.keys(kinds) as readonly (keyof WireFacts)[];

/** Reads a `wire.json`: every fact once, `{ value, section }` each. Throws a ProtocolError for what is missing, unknown or odd. */
export function readWireFacts(wire: JsonValue, version: string): WireFacts {
  const fail = (what: string, pointer = ""): ProtocolError =>
    new ProtocolError(version, [{ file: "wire.json", pointer, what }]);
  if (!isJsonObject(wire)) throw fail("it is not an object");
  for (const name of Object.keys(wire)) {
    if (!Object.hasOwn(kinds, name))
      throw fail(`${name} is no wire fact`, under("", name));
  }
  const facts: { [name: string]: JsonValue } = {};
  for (const name of wireFactNames) {
    const fact = objectAt(wire, name);
    const value = fact === undefined ? undefined : member(fact, "value");
    if (value === undefined) throw fail(`it lacks ${name}`);
    const { wanted, fits } = kinds[name];
    if (!fits(value)) throw fail(`${name} must be ${wanted}`, under("", name));
    facts[name] = value;
  }
  return facts as unknown as WireFacts;
}
