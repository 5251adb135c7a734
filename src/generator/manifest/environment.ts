import { isJsonObject, type JsonValue } from "../json.js";
import { under } from "../json-pointer.js";
import type { Report } from "./report.js";

/** Variables by name, as the shell has them. */
export type Environment = { readonly [name: string]: string | undefined };

/** Keys whose text goes to a model, a peer or a schema: there `${env:…}` is ordinary text. */
const untouched = new Set([
  "tools",
  "prompts",
  "resources",
  "resourceTemplates",
  "elicitations",
  "instructions",
  "title",
  "description",
]);

/** A copy in which `${env:NAME}` in the settings' texts became the variable's value. */
export function fillEnvironment(
  value: JsonValue,
  environment: Environment,
  report: Report,
  pointer = "",
): JsonValue {
  const inner = (item: JsonValue, token: string | number): JsonValue =>
    fillEnvironment(item, environment, report, under(pointer, token));
  if (Array.isArray(value)) return value.map(inner);
  if (isJsonObject(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [
        key,
        untouched.has(key) ? item : inner(item, key),
      ]),
    );
  }
  if (typeof value !== "string") return value;
  return value.replaceAll(
    /\$\{env:([A-Za-z_][A-Za-z0-9_]*)\}/g,
    (whole, name: string) => {
      const found = Object.hasOwn(environment, name)
        ? environment[name]
        : undefined;
      if (found === undefined) report("ENV_UNSET", pointer, "value", { name });
      return found ?? whole;
    },
  );
}
