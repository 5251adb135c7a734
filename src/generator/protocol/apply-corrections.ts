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
  version: string,
): JsonObject {
  const fail = (pointer: string, what: string): ProtocolError =>
    new ProtocolError(version, [{ file: "corrections.json", pointer, what }]);
  let corrected: JsonValue = schema;
  const list = readCorrections(corrections, fail);
  for (const [at, { pointer, value }] of list.entries()) {
    const mended = replace(corrected, tokensOf(pointer), value);
    if (mended === undefined)
      throw fail(`/${at}/pointer`, `${pointer} leads nowhere`);
    corrected = mended;
  }
  return corrected as JsonObject;
}

/** The corrections for whose place both schemas state the same: what was wrong in `before` is wrong in `after`. */
export function stillFitting(
  corrections: JsonValue,
  before: JsonValue,
  after: JsonValue,
): JsonValue {
  if (!Array.isArray(corrections)) return corrections;
  const list: readonly JsonValue[] = corrections;
  return list.filter((one) => {
    const pointer = isJsonObject(one) ? member(one, "pointer") : undefined;
    if (typeof pointer !== "string") return false;
    const [old, now] = [before, after].map((root) => valueAt(root, pointer));
    return old !== undefined && JSON.stringify(old) === JSON.stringify(now);
  });
}

function valueAt(root: JsonValue, pointer: string): JsonValue | undefined {
  let node: JsonValue | undefined = root;
  for (const token of tokensOf(pointer)) {
    if (Array.isArray(node))
      node = (node as readonly JsonValue[])[Number(token)];
    else node = isJsonObject(node) ? member(node, token) : undefined;
  }
  return node;
}

function readCorrections(
  corrections: JsonValue,
  fail: (pointer: string, what: string) => ProtocolError,
): readonly Correction[] {
  if (!Array.isArray(corrections)) throw fail("", "it is not a list");
  return corrections.map((item: JsonValue, at: number) => {
    const pointer = isJsonObject(item) ? member(item, "pointer") : undefined;
    const value = isJsonObject(item) ? member(item, "value") : undefined;
    const reason = isJsonObject(item) ? member(item, "reason") : undefined;
    if (
      typeof pointer !== "string" ||
      value === undefined ||
      typeof reason !== "string"
    ) {
      throw fail(`/${at}`, "an entry needs pointer, value and reason");
    }
    return { pointer, value, reason };
  });
}

/** Undefined where the path leads nowhere. */
function replace(
  node: JsonValue | undefined,
  path: readonly string[],
  value: JsonValue,
): JsonValue | undefined {
  const [key, ...rest] = path;
  if (node === undefined) return undefined;
  if (key === undefined) return value;
  if (Array.isArray(node)) {
    const items: readonly JsonValue[] = node;
    const index = Number(key);
    const mended = replace(items[index], rest, value);
    return mended === undefined
      ? undefined
      : items.map((item, at) => (at === index ? mended : item));
  }
  if (!isJsonObject(node)) return undefined;
  const mended = replace(member(node, key), rest, value);
  return mended === undefined ? undefined : { ...node, [key]: mended };
}
