import { isEmail, isIdnEmail } from "../../../runtime/format-email.js";
import { isHostname, isIdnHostname } from "../../../runtime/format-hostname.js";
import { isIpv4, isIpv6 } from "../../../runtime/format-network.js";
import {
  isJsonPointer,
  isRelativeJsonPointer,
} from "../../../runtime/format-pointer.js";
import { isRegex } from "../../../runtime/format-regex.js";
import {
  isDate,
  isDateTime,
  isDuration,
  isTime,
} from "../../../runtime/format-time.js";
import {
  isIri,
  isIriReference,
  isUri,
  isUriReference,
  isUriTemplate,
} from "../../../runtime/format-uri.js";
import { isUuid } from "../../../runtime/format-uuid.js";

type Check = (value: string) => boolean;

/** A format that can be asserted. */
export type Format = {
  /** The function of the runtime that checks it: emitted code calls it, and the interpreter of schemas too. */
  readonly check: Check;
  readonly name: string;
  /** The runtime's module that has it. */
  readonly module: string;
  /** What a string must be, with an example. */
  readonly words: string;
};

/** A row of the table; the function stands in braces for the sake of its name. */
function row(
  module: string,
  functions: { readonly [name: string]: Check },
  what: string,
  example: string,
): Format {
  const [found] = Object.entries(functions);
  if (found === undefined) throw new Error(`no function for ${what}`);
  const [name, check] = found;
  return { check, name, module, words: `${what} such as ${example}` };
}

const time = "format-time";
const network = "format-network";
const uri = "format-uri";

/** Every format of draft-07, 2019-09 and 2020-12. All others are annotations. */
export const formats: ReadonlyMap<string, Format> = new Map([
  [
    "date-time",
    row(time, { isDateTime }, "a date-time", "2026-07-28T12:00:00Z"),
  ],
  ["date", row(time, { isDate }, "a date", "2026-07-28")],
  ["time", row(time, { isTime }, "a time", "12:00:00Z")],
  ["duration", row(time, { isDuration }, "a duration", "P1DT12H")],
  [
    "email",
    row("format-email", { isEmail }, "an email address", "ada@example.com"),
  ],
  [
    "idn-email",
    row("format-email", { isIdnEmail }, "an email address", "zoë@example.com"),
  ],
  [
    "hostname",
    row("format-hostname", { isHostname }, "a hostname", "www.example.com"),
  ],
  [
    "idn-hostname",
    row(
      "format-hostname",
      { isIdnHostname },
      "a hostname",
      "bücher.example.com",
    ),
  ],
  ["ipv4", row(network, { isIpv4 }, "an IPv4 address", "192.0.2.1")],
  ["ipv6", row(network, { isIpv6 }, "an IPv6 address", "2001:db8::1")],
  ["uri", row(uri, { isUri }, "a URI", "https://example.com/path")],
  [
    "uri-reference",
    row(uri, { isUriReference }, "a URI reference", "../path?key=value"),
  ],
  ["iri", row(uri, { isIri }, "an IRI", "https://example.com/straße")],
  [
    "iri-reference",
    row(uri, { isIriReference }, "an IRI reference", "../straße"),
  ],
  [
    "uri-template",
    row(uri, { isUriTemplate }, "a URI template", "/users/{id}"),
  ],
  [
    "uuid",
    row(
      "format-uuid",
      { isUuid },
      "a UUID",
      "123e4567-e89b-42d3-a456-426614174000",
    ),
  ],
  [
    "json-pointer",
    row("format-pointer", { isJsonPointer }, "a JSON pointer", "/items/0"),
  ],
  [
    "relative-json-pointer",
    row(
      "format-pointer",
      { isRelativeJsonPointer },
      "a relative JSON pointer",
      "1/name",
    ),
  ],
  [
    "regex",
    row("format-regex", { isRegex }, "a regular expression", "^[a-z]+$"),
  ],
]);
