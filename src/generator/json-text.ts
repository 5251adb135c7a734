import {
  byCodeUnit,
  isJsonObject,
  member,
  type JsonObject,
  type JsonValue,
} from "./json.js";
import { jsonString } from "./code.js";
import { pageWidth, width } from "./text-width.js";

/**
 * JSON as text that branches can merge: keys sorted by code unit, one entry a line, and
 * short lists of plain values on one line, as prettier would have it. Ends with a line
 * feed.
 */
export function jsonText(value: JsonValue): string {
  return `${print(value, "")}\n`;
}

/** `column` is where the value starts, for a list that may fit its line. */
function print(value: JsonValue, indent: string, column = 0): string {
  if (Array.isArray(value)) return printList(value, indent, column);
  if (!isJsonObject(value)) return printPlain(value);
  const inner = `${indent}  `;
  // Not JSON.stringify: it moves keys that look like integers to the front.
  const entries = Object.keys(value)
    .sort(byCodeUnit)
    .map((key) => {
      const start = `${inner}${jsonString(key)}: `;
      const own = member(value, key) as JsonValue;
      return start + print(own, inner, width(start));
    });
  return entries.length === 0 ? "{}" : `{\n${entries.join(",\n")}\n${indent}}`;
}

function printList(
  list: readonly JsonValue[],
  indent: string,
  column: number,
): string {
  const inner = `${indent}  `;
  if (list.every(isPlain)) {
    const line = `[${list.map(printPlain).join(", ")}]`;
    if (column + width(line) + 1 <= pageWidth) return line;
  }
  const items = list.map((item) => inner + print(item, inner, inner.length));
  return `[\n${items.join(",\n")}\n${indent}]`;
}

function printPlain(value: JsonValue): string {
  return typeof value === "string" ? jsonString(value) : JSON.stringify(value);
}

function isPlain(value: JsonValue): boolean {
  return !Array.isArray(value) && !isFilled(value);
}

function isFilled(value: JsonValue): value is JsonObject {
  return isJsonObject(value) && Object.keys(value).length > 0;
}
