import {
  isJsonObject,
  member,
  type JsonObject,
  type JsonValue,
} from "../../src/generator/json.js";
import { under } from "../../src/generator/json-pointer.js";
import { eachChild, mapSchemas } from "../../src/generator/subschemas.js";
import type { Draft } from "./json-schema-suite.js";
import { nodesOf, pointerTo, type Node } from "./schema-nodes.js";
import { openRandom, type Random } from "./random.js";

const home = "https://random.example/";

/** A subschema and the names that references may use in place of its pointer. */
type Target = Node & { anchor?: string; isDynamic?: boolean };

/** Keywords whose subschemas judge the same value as the schema around them. */
const inPlace =
  /^(allOf|anyOf|oneOf|not|if|then|else|dependentSchemas|dependencies)$/;

/** Keywords that explanations of an oracle's fault take away; nothing refers into them. */
const unreferred = /^(contains|unevaluated.*|patternProperties)$/;

type Linking = {
  readonly draft: Draft;
  readonly random: Random;
  readonly nodes: readonly Target[];
  /** Which nodes judge a value that another judges. */
  readonly edges: Map<Target, Set<Target>>;
};

/**
 * A document from a root and definitions in which each placeholder of a reference
 * leads somewhere, by pointer or by anchor, now and then into a resource with an
 * `$id` of its own. One that would judge the same value again for ever is left out.
 */
export function link(
  draft: Draft,
  dialect: string,
  root: JsonObject,
  definitions: readonly JsonValue[],
  choices: number,
): JsonObject {
  const random = openRandom(choices);
  const container = draft === "draft7" ? "definitions" : "$defs";
  const isSplit = random.chance(0.3);
  const named = definitions.map((definition, index): [string, JsonValue] => [
    `d${index}`,
    isSplit && isJsonObject(definition) && random.chance(0.7)
      ? { $id: `r${index}`, ...withoutLoneRef(draft, definition) }
      : definition,
  ]);
  const document: JsonObject = {
    $schema: dialect,
    ...(isSplit && { $id: `${home}root` }),
    ...withoutLoneRef(draft, root),
    ...(named.length > 0 && { [container]: Object.fromEntries(named) }),
  };
  const nodes: readonly Target[] = nodesOf(draft, document);
  const edges = new Map(nodes.map((node) => [node, containedIn(nodes, node)]));
  const linking = { draft, random, nodes, edges };
  setAnchors(linking);
  const placed = new Map(nodes.map((node) => [under("", ...node.path), node]));
  const references = new Map(
    nodes.map((node) => [node, referencesOf(linking, node)]),
  );
  return mapSchemas(document, (schema, path) => {
    const node = placed.get(under("", ...path));
    const {
      $ref: _ref,
      $dynamicRef: _dynamic,
      $recursiveRef: _recursive,
      ...rest
    } = schema;
    if (node === undefined) return rest;
    return { ...anchorsOf(draft, node), ...rest, ...references.get(node) };
  });
}

/** In draft-07 nothing beside a `$ref` counts, not even the definitions. */
function withoutLoneRef(draft: Draft, schema: JsonObject): JsonObject {
  if (draft !== "draft7") return schema;
  const { $ref: _ref, ...rest } = schema;
  return rest;
}

function containedIn(nodes: readonly Target[], node: Target): Set<Target> {
  if (!isJsonObject(node.schema)) return new Set();
  const paths: string[] = [];
  eachChild(node.schema, (_child, ...step) => {
    if (inPlace.test(String(step[0]))) {
      paths.push(under("", ...node.path, ...step));
    }
  });
  return new Set(
    nodes.filter(({ path }) => paths.includes(under("", ...path))),
  );
}

function setAnchors({ draft, random, nodes }: Linking): void {
  const objects = nodes.filter(
    (node) => isJsonObject(node.schema) && mayBeReferred(node),
  );
  objects.forEach((node, index) => {
    if (random.chance(0.1)) node.anchor = `n${index}`;
  });
  for (const resource of new Set(nodes.map((node) => node.resource))) {
    const own = objects.filter((node) => node.resource === resource);
    const roots = own.filter(({ inner }) => inner.length === 0);
    // $recursiveAnchor counts at the root of a resource only
    const pool = draft === "draft2019-09" ? roots : own;
    if (pool.length > 0 && random.chance(0.7))
      random.pick(pool).isDynamic = true;
  }
}

function anchorsOf(
  draft: Draft,
  { schema, anchor, isDynamic }: Target,
): JsonObject {
  const isLone =
    draft === "draft7" &&
    isJsonObject(schema) &&
    ("$ref" in schema || "$id" in schema);
  if (isLone) return {};
  const name = draft === "draft7" ? "$id" : "$anchor";
  const text = draft === "draft7" ? `#${anchor}` : anchor;
  return {
    ...(anchor !== undefined && { [name]: text as string }),
    ...(isDynamic && draft === "draft2019-09" && { $recursiveAnchor: true }),
    ...(isDynamic && draft === "draft2020-12" && { $dynamicAnchor: "node" }),
  };
}

/** The references of a node, each placeholder replaced by one that leads somewhere. */
function referencesOf(linking: Linking, node: Target): JsonObject {
  const { draft, random, nodes } = linking;
  if (!isJsonObject(node.schema)) return {};
  const found: { [keyword: string]: string } = {};
  const ref = member(node.schema, "$ref");
  if (typeof ref === "string") {
    const targets = nodes.filter(mayBeReferred);
    const target = targets[Number(ref.slice(1)) % targets.length];
    if (target !== undefined && mayLead(linking, node, [target]))
      found["$ref"] = textOf(linking, node, target, random.chance(0.5));
  }
  const dynamic = nodes.filter(({ isDynamic }) => isDynamic);
  if ("$dynamicRef" in node.schema) {
    const isBound = dynamic.some(({ resource }) => resource === node.resource);
    if (isBound && mayLead(linking, node, dynamic))
      found["$dynamicRef"] = "#node";
  }
  if ("$recursiveRef" in node.schema && draft === "draft2019-09") {
    const own = nodes.filter(
      ({ resource, inner }) => resource === node.resource && inner.length === 0,
    );
    if (mayLead(linking, node, [...dynamic, ...own]))
      found["$recursiveRef"] = "#";
  }
  return found;
}

function mayBeReferred({ path }: Target): boolean {
  return !path.some((step) => unreferred.test(String(step)));
}

/** Whether references may lead from a node to others without going round; if so, they do from now on. */
function mayLead(
  { edges }: Linking,
  node: Target,
  targets: readonly Target[],
): boolean {
  const seen = new Set<Target>();
  const queue = [...targets];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    if (next === node) return false;
    if (seen.has(next)) continue;
    seen.add(next);
    queue.push(...(edges.get(next) ?? []));
  }
  for (const target of targets) edges.get(node)?.add(target);
  return true;
}

function textOf(
  { draft }: Linking,
  from: Target,
  to: Target,
  byAnchor: boolean,
): string {
  const isNamed = Object.keys(anchorsOf(draft, to)).some(
    (key) => key === "$anchor" || key === "$id",
  );
  const pointer = pointerTo(to, from.resource);
  return byAnchor && isNamed && to.anchor !== undefined
    ? pointer.replace(/#.*/, `#${to.anchor}`)
    : pointer;
}
