import type { ParameterHeader } from "./contract.js";
import { member, type JsonObject } from "./json.js";
import { under } from "./json-pointer.js";
import { eachSchema, type SchemaPath } from "./subschemas.js";

const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const carried = new Set(["string", "integer", "boolean"]);

/** What the annotations of one schema say. */
export type HeaderScan = {
  readonly headers: readonly ParameterHeader[];
  /** JSON pointers of annotations that break a rule, with the rule. */
  readonly faults: readonly {
    readonly pointer: string;
    readonly why: string;
  }[];
};

/**
 * The `x-mcp-header` annotations of an input schema (2026-07-28
 * basic/transports/streamable-http): a token, unique without regard to case, on a
 * string, integer or boolean that `properties` alone leads to.
 */
export function parameterHeaders(inputSchema: JsonObject): HeaderScan {
  const headers: ParameterHeader[] = [];
  const faults: { pointer: string; why: string }[] = [];
  const names = new Set<string>();
  eachSchema(inputSchema, (schema, way) => {
    const name = member(schema, "x-mcp-header");
    if (name === undefined) return;
    const path = parameterAt(way);
    const why = path
      ? fault(name, schema, names)
      : "only `properties` may lead to what a header carries";
    if (path && why === undefined) {
      names.add((name as string).toLowerCase());
      headers.push({ path, name: name as string });
    } else if (why !== undefined) {
      faults.push({ pointer: under("", ...way, "x-mcp-header"), why });
    }
  });
  return { headers, faults };
}

/** The names of the properties that lead to a subschema; undefined where anything else does. */
function parameterAt(way: SchemaPath): readonly string[] | undefined {
  if (way.length === 0) return undefined;
  const isParameter = way.every(
    (step, index) => index % 2 === 1 || step === "properties",
  );
  return isParameter && way.length % 2 === 0
    ? way.filter((_, index) => index % 2 === 1).map(String)
    : undefined;
}

function fault(
  name: unknown,
  property: JsonObject,
  names: ReadonlySet<string>,
): string | undefined {
  if (typeof name !== "string" || !token.test(name)) {
    return "its value is no HTTP token";
  }
  if (names.has(name.toLowerCase())) return "another property has this header";
  const type = member(property, "type");
  if (typeof type !== "string" || !carried.has(type)) {
    return "only a string, an integer or a boolean can travel in a header";
  }
  return undefined;
}
