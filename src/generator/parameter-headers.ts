import { isJsonObject, member, type JsonObject } from "./json.js";
import type { ParameterHeader } from "./contract.js";

const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const carried = new Set(["string", "integer", "boolean"]);

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
  const visit = (schema: JsonObject, path: readonly string[]): void => {
    const properties = member(schema, "properties");
    if (!isJsonObject(properties)) return;
    for (const [key, property] of Object.entries(properties)) {
      if (!isJsonObject(property)) continue;
      const here = [...path, key];
      const name = member(property, "x-mcp-header");
      if (name !== undefined) {
        const why = fault(name, property, names);
        const pointer = here
          .map(
            (step) =>
              `/properties/${step.replaceAll("~", "~0").replaceAll("/", "~1")}`,
          )
          .join("");
        if (why !== undefined)
          faults.push({ pointer: `${pointer}/x-mcp-header`, why });
        else {
          names.add((name as string).toLowerCase());
          headers.push({ path: here, name: name as string });
        }
      }
      visit(property, here);
    }
  };
  visit(inputSchema, []);
  return { headers, faults };
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
