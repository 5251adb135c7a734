import { equal } from "../../runtime/validate.js";
import { isJsonObject, type JsonObject } from "../json.js";
import type { Schema } from "../jsonschema/form/schema.js";
import { readSchemas } from "../jsonschema/read/read.js";
import type { Manifest } from "../manifest/manifest.js";
import type { Report } from "./change.js";
import type { SchemaParams } from "./schema-rules.js";
import { compareSchemas } from "./schema/compare-schemas.js";
import type { Fact } from "./schema/fact.js";

/** How two schemas of an entry differ. */
export function factsOf(
  previous: JsonObject,
  current: JsonObject,
  formats: {
    readonly previous: Manifest["formats"];
    readonly current: Manifest["formats"];
  },
): readonly Fact[] {
  // nearly every schema of a contract stays as it is
  if (formats.previous === formats.current && equal(previous, current)) {
    return [];
  }
  return compareSchemas(
    read(previous, formats.previous),
    read(current, formats.current),
  );
}

function read(schema: JsonObject, formats: Manifest["formats"]): Schema {
  const { schemas } = readSchemas({
    schema,
    base: "schema:///",
    documents: new Map(),
    assertsFormats: formats === "assertion",
  });
  const [root] = schemas;
  if (root === undefined) throw new Error("no root; this is a bug in mcpgen");
  return root;
}

/** Reports the differences between what callers send, or between what they get. `pointer` leads to the current schema. */
export function reportFacts(
  facts: readonly Fact[],
  role: "INPUT" | "OUTPUT",
  pointer: string,
  report: Report,
): void {
  for (const fact of facts) {
    report(
      `${role}_${fact.kind}`,
      paramsOf(fact, role.toLowerCase()),
      pointer + fact.pointer,
    );
  }
}

/** What the sentence about a fact says. */
export function paramsOf(
  { place, keyword, previous, current }: Fact,
  word: string,
): SchemaParams {
  return { at: placeName(place, word), keyword, previous, current };
}

/** `"filter.tags[]"`, as people write it; the whole is called by its role. */
function placeName(place: readonly string[], word: string): string {
  if (place.length === 0) return `the ${word}`;
  const path = place
    .map((step, index) =>
      index === 0 || step.startsWith("[") ? step : `.${step}`,
    )
    .join("");
  return `${word} ${JSON.stringify(path)}`;
}

/** Whether a schema says anything of any member. */
export function hasMembers(schema: JsonObject): boolean {
  const { properties } = schema;
  return isJsonObject(properties) && Object.keys(properties).length > 0;
}
