import { shown } from "../diagnostic-text.js";
import { isJsonObject, type JsonObject, member } from "../json.js";
import type { RawEntry } from "./entry-list.js";
import { under } from "../json-pointer.js";
import type { Reporter } from "./report.js";

/** Checks a tool's name against what servers may offer and what clients accept. */
export function checkToolName(entry: RawEntry, { report }: Reporter): void {
  const { name, namePointer, namePart } = entry;
  if (name === "" || /^[A-Za-z0-9_.-]{1,64}$/.test(name)) return;
  const forbidden = /\p{Cc}/u.test(name)
    ? "it holds control characters"
    : name.length > 128
      ? "it is longer than 128 characters"
      : undefined;
  if (forbidden !== undefined) {
    const params = { name, reason: forbidden };
    report("TOOL_NAME_INVALID", namePointer, namePart, params);
    return;
  }
  const odd = /[^A-Za-z0-9_.-]/u.exec(name)?.[0];
  const reason =
    odd === undefined
      ? "it is longer than 64 characters"
      : `it holds ${shown(odd)}`;
  report("TOOL_NAME_UNUSUAL", namePointer, namePart, { name, reason });
}

/** Arguments are one object in every version, so the root must say so; `schema` is what the entry's own became when bundled. */
export function checkInputSchema(
  entry: RawEntry,
  schema: JsonObject,
  { report }: Reporter,
): void {
  const type = member(schema, "type");
  if (type === "object") return;
  const ref = member(schema, "$ref");
  // A reference that could not be followed was reported where it stands.
  if (typeof ref === "string" && !ref.startsWith("#")) return;
  const at = under(entry.pointer, "inputSchema");
  const part = type === undefined ? "key" : "value";
  const found = Array.isArray(type)
    ? `it allows other types too (${type.join(", ")})`
    : type === undefined
      ? "it has no type"
      : `it is ${JSON.stringify(type)}`;
  const hasOwn = Object.hasOwn(
    isJsonObject(entry.value["inputSchema"]) ? entry.value["inputSchema"] : {},
    "type",
  );
  const pointer = hasOwn ? under(at, "type") : at;
  report("INPUT_SCHEMA_TYPE", pointer, hasOwn ? "value" : part, { found });
}
