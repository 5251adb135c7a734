import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  member,
} from "../json.js";
import { shown } from "../diagnostic-text.js";
import { closest } from "./closest.js";
import { under } from "../json-pointer.js";
import type { Report } from "./report.js";

const rootKeys = [
  "$schema",
  "type",
  "properties",
  "required",
  "title",
  "description",
];
const common = ["type", "title", "description", "default"];

/** Keywords by kind of field, as the newest version defines them. */
const fieldKeys: { readonly [kind: string]: readonly string[] } = {
  choice: ["enum", "enumNames", "oneOf"],
  choices: ["items", "minItems", "maxItems"],
  string: ["minLength", "maxLength", "pattern", "format"],
  number: ["minimum", "maximum"],
  integer: ["minimum", "maximum"],
  boolean: [],
};

const formats = ["email", "uri", "date", "date-time"];

/** A form is one flat object of texts, numbers, booleans and choices; each departure is reported. */
export function checkElicitation(
  schema: JsonObject,
  pointer: string,
  report: Report,
): void {
  const say: Say = (at, part, what, mend) => {
    report("ELICITATION_NOT_FLAT", at, part, { what, mend });
  };
  if (member(schema, "type") !== "object") {
    say(
      pointer,
      "key",
      "a form needs `type: object` at its root",
      "write `type: object`",
    );
  }
  for (const key of Object.keys(schema)) {
    if (rootKeys.includes(key)) continue;
    const mend = mendFor(key, rootKeys);
    say(
      under(pointer, key),
      "key",
      `a form has no keyword ${shown(key)} at its root`,
      mend,
    );
  }
  const properties = member(schema, "properties");
  const at = under(pointer, "properties");
  if (!isJsonObject(properties)) {
    say(pointer, "key", "a form needs `properties`", "name at least one field");
    return;
  }
  for (const [name, field] of Object.entries(properties)) {
    checkField(name, field, under(at, name), say);
  }
  const required = member(schema, "required");
  if (!Array.isArray(required)) return;
  for (const [index, name] of required.entries()) {
    if (typeof name === "string" && Object.hasOwn(properties, name)) continue;
    const mend = "name a field of `properties`, or remove it";
    const what = `the form has no field ${JSON.stringify(name)}`;
    say(under(pointer, "required", index), "value", what, mend);
  }
}

type Say = (
  at: string,
  part: "key" | "value",
  what: string,
  mend: string,
) => void;

function checkField(
  name: string,
  field: JsonValue,
  pointer: string,
  say: Say,
): void {
  const kind = isJsonObject(field) ? kindOf(field) : undefined;
  if (!isJsonObject(field) || kind === undefined) {
    say(
      pointer,
      "key",
      `the field ${shown(name)} of a form must be a text, a number, a boolean or a choice`,
      "use `type: string`, number, integer or boolean, or an array whose items are an enum",
    );
    return;
  }
  const known = [...common, ...(fieldKeys[kind] ?? [])];
  for (const key of Object.keys(field)) {
    if (known.includes(key)) continue;
    const what = `the field ${shown(name)} of a form cannot have ${shown(key)}`;
    say(under(pointer, key), "key", what, mendFor(key, known));
  }
  const format = member(field, "format");
  if (typeof format === "string" && !formats.includes(format)) {
    const what = `a form knows no format ${shown(format)}`;
    say(under(pointer, "format"), "value", what, mendFor(format, formats));
  }
}

function kindOf(field: JsonObject): string | undefined {
  const type = member(field, "type");
  if (type === "array") {
    const items = member(field, "items");
    if (!isJsonObject(items)) return undefined;
    return isChoice(items) || isTitled(member(items, "anyOf"))
      ? "choices"
      : undefined;
  }
  if (type === "string") return isChoice(field) ? "choice" : "string";
  return type === "number" || type === "integer" || type === "boolean"
    ? type
    : undefined;
}

function isChoice(field: JsonObject): boolean {
  const values = member(field, "enum");
  return isTexts(values) || isTitled(member(field, "oneOf"));
}

function isTexts(values: JsonValue | undefined): boolean {
  return (
    Array.isArray(values) && values.every((one) => typeof one === "string")
  );
}

function isTitled(values: JsonValue | undefined): boolean {
  return (
    Array.isArray(values) &&
    values.every(
      (one: JsonValue) =>
        isJsonObject(one) && typeof member(one, "const") === "string",
    )
  );
}

function mendFor(key: string, known: readonly string[]): string {
  const meant = closest(key, known);
  return meant === undefined
    ? `remove it, or use ${known.join(", ")}`
    : `did you mean ${shown(meant)}?`;
}
