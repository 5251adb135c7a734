import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  member,
} from "../json.js";
import { tokensOf } from "../json-pointer.js";
import { ProtocolError } from "./protocol.js";

/** A mend of a schema: the value that belongs at a JSON pointer, and why. */
type Correction = {
  readonly pointer: string;
  readonly value: JsonValue;
  readonly reason: string;
};

/** The schema with every correction made. A pointer that leads nowhere is an error: the schema has changed under it. */
export function applyCorrections(
  schema: JsonObject,
  corrections: JsonValue,
): JsonObject {
  let corrected: JsonValue = schema;
  for (const { pointer, value } of readCorrections(corrections)) {
    corrected = replace(corrected, tokensOf(pointer), value, pointer);
  }
  return corrected as JsonObject;
}

function readCorrections(corrections: JsonValue): readonly Correction[] {
  if (!Array.isArray(corrections)) {
    throw new ProtocolError("corrections.json is not a list");
  }
  return corrections.map((item: JsonValue) => {
    const pointer = isJsonObject(item) ? member(item, "pointer") : undefined;
    const value = isJsonObject(item) ? member(item, "value") : undefined;
    const reason = isJsonObject(item) ? member(item, "reason") : undefined;
    if (
      typeof pointer !== "string" ||
      value === undefined ||
      typeof reason !== "string"
    ) {
      throw new ProtocolError(
        "corrections.json: each entry needs pointer, value and reason",
      );
    }
    return { pointer, value, reason };
  });
}

function replace(
  node: JsonValue | undefined,
  path: readonly string[],
  value: JsonValue,
  pointer: string,
): JsonValue {
  const [key, ...rest] = path;
  if (node === undefined) {
    throw new ProtocolError(`corrections.json: ${pointer} leads nowhere`);
  }
  if (key === undefined) return value;
  if (Array.isArray(node)) {
    const items: readonly JsonValue[] = node;
    const index = Number(key);
    const mended = replace(items[index], rest, value, pointer);
    return items.map((item, at) => (at === index ? mended : item));
  }
  if (isJsonObject(node)) {
    return { ...node, [key]: replace(member(node, key), rest, value, pointer) };
  }
  throw new ProtocolError(`corrections.json: ${pointer} leads nowhere`);
}
