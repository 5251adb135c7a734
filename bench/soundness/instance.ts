import type { JsonValue } from "../../src/generator/json.js";

/** The narrowest type of a JSON value: every literal itself, every list a tuple. */
export function exactType(value: JsonValue): string {
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (Array.isArray(value)) {
    const items = (value as readonly JsonValue[]).map(exactType);
    return `[${items.join(", ")}]`;
  }
  const members = Object.entries(value).map(
    ([key, item]) => `${JSON.stringify(key)}: ${exactType(item)}`,
  );
  return `{ ${members.join("; ")} }`;
}

/** The value as a program would write it down. */
export function freshLiteral(value: JsonValue): string {
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (Array.isArray(value)) {
    const items = (value as readonly JsonValue[]).map(freshLiteral);
    return `[${items.join(", ")}]`;
  }
  const members = Object.entries(value).map(([key, item]) => {
    // a bare "__proto__" would set the prototype
    const name = JSON.stringify(key);
    return `${key === "__proto__" ? `[${name}]` : name}: ${freshLiteral(item)}`;
  });
  return `{ ${members.join(", ")} }`;
}
