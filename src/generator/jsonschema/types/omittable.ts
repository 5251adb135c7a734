import type { Schema } from "../form/schema.js";
import type { Shape } from "./shape.js";

/** The shape of a definition. */
type Define = (schema: Schema, filled: boolean) => Shape;

/** Whether `{}` is assignable to the type, so that a call may leave it out. */
export function takesEmptyObject(shape: Shape, define: Define): boolean {
  const asked = new Set<Schema>();
  const takes = (one: Shape): boolean => {
    switch (one.is) {
      case "unknown":
        return true;
      case "object":
        return [...one.members.values()].every(({ required }) => !required);
      case "union":
        return one.of.some(takes);
      case "intersection":
        return one.of.every(takes);
      case "reference":
        // A definition that leads back to itself says nothing on the way.
        if (asked.has(one.schema)) return false;
        asked.add(one.schema);
        return takes(define(one.schema, one.filled));
      default:
        return false;
    }
  };
  return takes(shape);
}
