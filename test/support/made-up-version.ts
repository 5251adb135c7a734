import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { JsonObject, JsonValue } from "../../src/generator/json.js";
import { bundledSchemas } from "../../src/generator/schema-folder.js";

type Definitions = { [name: string]: JsonObject };

/** A schema that a test may edit, with `$defs` by name. */
export type MadeUp = {
  readonly $schema: string;
  readonly $defs: Definitions;
};

/** A version of the package as its `schema.json` has it, to be edited. */
export function schemaOf(version: string): MadeUp {
  const file = join(bundledSchemas, version, "schema.json");
  return JSON.parse(readFileSync(file, "utf8")) as MadeUp;
}

const text = { type: "string" };
const fixed = (value: JsonValue): JsonObject => ({
  type: "string",
  const: value,
});
const ref = (name: string): JsonObject => ({ $ref: `#/$defs/${name}` });

function object(
  properties: { readonly [name: string]: JsonValue },
  required: readonly string[],
): JsonObject {
  return { type: "object", properties, required };
}

/** Adds a member to a union of definitions. */
export function addTo(schema: MadeUp, union: string, name: string): void {
  const { anyOf } = schema.$defs[union] as { anyOf: JsonValue[] };
  anyOf.push(ref(name));
}

/** Takes a method away: from its unions, and all that is its own. */
export function removeMethod(schema: MadeUp, base: string): void {
  const own = ["Request", "RequestParams", "Result", "ResultResponse"].map(
    (end) => base + end,
  );
  for (const name of own) Reflect.deleteProperty(schema.$defs, name);
  const gone = own.map((name) => JSON.stringify(ref(name)));
  for (const definition of Object.values(schema.$defs)) {
    const { anyOf } = definition;
    if (!Array.isArray(anyOf)) continue;
    const kept = (anyOf as readonly JsonValue[]).filter(
      (one) => !gone.includes(JSON.stringify(one)),
    );
    Object.assign(definition, { anyOf: kept });
  }
}

/** Adds the request `budget/estimate`, which names a tool and is answered with a cost. */
export function addEstimate(schema: MadeUp, isModern: boolean): void {
  const { $defs } = schema;
  const meta = isModern ? { _meta: ref("RequestMetaObject") } : {};
  $defs["EstimateRequestParams"] = object({ ...meta, tool: text }, [
    ...Object.keys(meta),
    "tool",
  ]);
  $defs["EstimateRequest"] = object(
    {
      jsonrpc: fixed("2.0"),
      id: ref("RequestId"),
      method: fixed("budget/estimate"),
      params: ref("EstimateRequestParams"),
    },
    ["jsonrpc", "id", "method", "params"],
  );
  const kind = isModern ? { resultType: text } : {};
  $defs["EstimateResult"] = object({ ...kind, cost: { type: "number" } }, [
    ...Object.keys(kind),
    "cost",
  ]);
  addTo(schema, "ClientRequest", "EstimateRequest");
  addTo(schema, "ServerResult", "EstimateResult");
}

/** The newest version with five changes, and nothing else. */
export function bumped(version: string): MadeUp {
  const schema = schemaOf(version);
  const { $defs } = schema;
  addEstimate(schema, true);
  $defs["BudgetLowNotification"] = object(
    {
      jsonrpc: fixed("2.0"),
      method: fixed("notifications/budget/low"),
      params: object({ left: { type: "number" } }, ["left"]),
    },
    ["jsonrpc", "method", "params"],
  );
  addTo(schema, "ServerNotification", "BudgetLowNotification");
  const { properties } = $defs["Tool"] as { properties: JsonObject };
  Object.assign(properties, { costHint: { type: "number" } });
  $defs["BudgetExceededError"] = object(
    {
      error: {
        allOf: [ref("Error"), object({ code: { const: -32030 } }, ["code"])],
      },
    },
    ["error"],
  );
  removeMethod(schema, "Complete");
  return schema;
}
