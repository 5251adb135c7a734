import type { JsonObject } from "../json.js";
import type { Protocol } from "./protocol.js";
import { constOf, propertyOf, schemasAt } from "./schema-view.js";

/** The code of an error's definition: its own, or that of the `error` in the message that carries it. Undefined for anything else. */
export function codeOf(schema: JsonObject | undefined): number | undefined {
  const error = propertyOf(schema, "error");
  const parts = [schema, error, ...schemasAt(error, "allOf")];
  return parts
    .map((part) => constOf(propertyOf(part, "code")))
    .find((code) => typeof code === "number");
}

/** True for the definition of an error with a code of its own. */
export function isError(schema: JsonObject | undefined): boolean {
  return codeOf(schema) !== undefined;
}

/** The names of the errors by code; several of one code are joined. */
export function errorCodesOf(protocol: Protocol): ReadonlyMap<number, string> {
  const names = new Map<number, string>();
  for (const [name, schema] of protocol.definitions) {
    const code = codeOf(schema);
    if (code === undefined) continue;
    const former = names.get(code);
    names.set(code, former === undefined ? name : `${former}, ${name}`);
  }
  return names;
}
