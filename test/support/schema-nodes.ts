import {
  isJsonObject,
  member,
  type JsonObject,
  type JsonValue,
} from "../../src/generator/json.js";
import { under } from "../../src/generator/json-pointer.js";
import { eachChild, type SchemaPath } from "../../src/generator/subschemas.js";
import type { Draft } from "./json-schema-suite.js";

/** A subschema, the resource that it belongs to, and where it stands in that. */
export type Node = {
  readonly path: SchemaPath;
  readonly schema: JsonValue;
  /** `$id` of the resource, as it is written; "" for a root without. */
  readonly resource: string;
  /** Path from the root of the resource. */
  readonly inner: SchemaPath;
};

/** Every subschema of a document, the outermost first. */
export function nodesOf(draft: Draft, document: JsonObject): readonly Node[] {
  const found: Node[] = [];
  const visit = (
    schema: JsonValue,
    path: SchemaPath,
    outer: string,
    from: number,
  ): void => {
    const id = isJsonObject(schema) ? member(schema, "$id") : undefined;
    const isRoot = typeof id === "string" && !id.startsWith("#");
    const resource = isRoot ? id : outer;
    const start = isRoot ? path.length : from;
    found.push({ path, schema, resource, inner: path.slice(start) });
    if (!isJsonObject(schema)) return;
    // what stands beside a lone $ref is no schema
    if (draft === "draft7" && Object.hasOwn(schema, "$ref")) return;
    eachChild(schema, (child, ...step) => {
      // a list of names under `dependencies` is no schema
      if (!Array.isArray(child))
        visit(child, [...path, ...step], resource, start);
    });
  };
  visit(document, [], "", 0);
  return found;
}

/** A reference to a node by its pointer, from a node of the resource given. */
export function pointerTo(node: Node, from: string): string {
  const uri = node.resource === from ? "" : node.resource;
  return `${uri}#${encodeURI(under("", ...node.inner))}`;
}
