import type { Document, Node, Pair } from "yaml";
import { tokensOf } from "../json-pointer.js";

/** Which end of a map entry a position means. */
export type Part = "key" | "value";

type Keyed = Pair<Node, Node | null>;
type Step = { readonly key: Node | null; readonly value: Node | null };

/**
 * Offset of what a JSON pointer names in a YAML document; the deepest ancestor that
 * exists stands for a pointer that leads nowhere. Aliases are followed, and so are
 * merge keys. Written against the nodes' shape, so that this file loads no parser.
 */
export function place(
  document: Document.Parsed,
  pointer: string,
  part: Part,
): number {
  let value: Node | null = document.contents;
  let key: Node | null = null;
  for (const token of tokensOf(pointer)) {
    const next: Step | undefined = step(document, value, token);
    if (next === undefined) break;
    ({ key, value } = next);
  }
  const named = part === "key" ? (key ?? value) : (value ?? key);
  const empty = named !== null && named === value && isEmpty(named);
  return (empty ? (key ?? named) : named)?.range?.[0] ?? 0;
}

/** An empty value has no place of its own: its key stands for it. */
function isEmpty(node: Node): boolean {
  return node.range !== null && node.range !== undefined
    ? node.range[0] === node.range[1] && !hasItems(node)
    : false;
}

function hasItems(
  node: Node,
): node is Node & { readonly items: readonly unknown[] } {
  return "items" in node && Array.isArray(node.items);
}

function step(
  document: Document.Parsed,
  from: Node | null,
  token: string,
): Step | undefined {
  const node = resolve(document, from);
  if (node === null || !hasItems(node)) return undefined;
  const items: readonly unknown[] = node.items;
  const pairs: readonly Keyed[] = items.flatMap((item) =>
    isPair(item) ? [item] : [],
  );
  if (pairs.length === 0) {
    const item = items[Number(token)];
    return item ? { key: null, value: item as Node } : undefined;
  }
  // The last of two equal keys is the one whose value counts.
  const own = [...pairs].reverse().find((pair) => textOf(pair.key) === token);
  if (own) return { key: own.key, value: own.value };
  for (const pair of pairs.filter((one) => textOf(one.key) === "<<")) {
    const merged = step(document, pair.value, token);
    if (merged) return merged;
  }
  return undefined;
}

function resolve(document: Document.Parsed, node: Node | null): Node | null {
  if (node === null || !("source" in node) || !("resolve" in node)) return node;
  const alias = node as Node & {
    resolve(within: Document.Parsed): Node | undefined;
  };
  return alias.resolve(document) ?? null;
}

function isPair(item: unknown): item is Keyed {
  return typeof item === "object" && item !== null && "key" in item;
}

function textOf(key: Node | null): string | undefined {
  return key !== null && "value" in key ? String(key.value) : undefined;
}
