import {
  type Document,
  isMap,
  isNode,
  isScalar,
  isSeq,
  type Node,
  type YAMLMap,
} from "yaml";
import { isJsonObject, type JsonValue } from "../json.js";
import { sameJson } from "./compare-entries.js";
import { keyText, nodeOf, pairOf } from "./yaml-text.js";

/**
 * Makes a member of a map have a value, and takes it away for undefined. A member
 * that is new stands where `order` says; parts of the value that are there already
 * keep their form and their comments.
 */
export function setMember(
  document: Document,
  map: YAMLMap,
  key: string,
  value: JsonValue | undefined,
  order: readonly string[],
): void {
  const at = map.items.findIndex((pair) => keyText(pair.key) === key);
  const present = map.items[at];
  if (value === undefined) {
    if (present) map.items.splice(at, 1);
    return;
  }
  if (present) {
    present.value = isNode(present.value)
      ? renewed(document, present.value, value)
      : nodeOf(document, value);
    return;
  }
  const rank = order.indexOf(key);
  const next = map.items.findIndex(
    (pair) => order.indexOf(keyText(pair.key) ?? "") > rank,
  );
  const pair = pairOf(document, key, value);
  map.items.splice(next === -1 ? map.items.length : next, 0, pair);
}

/** A node with a new value: the old one as far as it serves. */
function renewed(document: Document, node: Node, value: JsonValue): Node {
  if (sameJson(jsonOf(document, node), value)) return node;
  if (isMap(node) && isJsonObject(value)) {
    const order = Object.keys(value);
    for (const pair of [...node.items]) {
      const key = keyText(pair.key) ?? "";
      if (!Object.hasOwn(value, key))
        setMember(document, node, key, undefined, order);
    }
    for (const key of order) setMember(document, node, key, value[key], order);
    return node;
  }
  if (isSeq(node) && Array.isArray(value)) {
    const list: readonly JsonValue[] = value;
    const former = node.items.filter(isNode);
    node.items = list.map((item) => itemFor(document, former, item));
    return node;
  }
  const made = nodeOf(document, value);
  if (node.commentBefore) made.commentBefore = node.commentBefore;
  if (isScalar(node) && isScalar(made) && node.comment)
    made.comment = node.comment;
  return made;
}

/** A former item that has the value, which serves once; else a new one. */
function itemFor(document: Document, former: Node[], value: JsonValue): Node {
  const at = former.findIndex((node) =>
    sameJson(jsonOf(document, node), value),
  );
  const [found] = at === -1 ? [] : former.splice(at, 1);
  return found ?? nodeOf(document, value);
}

function jsonOf(document: Document, node: Node): JsonValue {
  return node.toJS(document) as JsonValue;
}
