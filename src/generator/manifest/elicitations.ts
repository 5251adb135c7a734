import { byCodeUnit, isJsonObject, type JsonValue, member } from "../json.js";
import { checkElicitation } from "./check-elicitation.js";
import type { EntryContext } from "./entries.js";
import { textOf } from "./entry-list.js";
import type { ManifestElicitation } from "./manifest.js";
import { under } from "../json-pointer.js";

/** Checks and completes the forms, sorted by name. */
export function normalizeElicitations(
  given: JsonValue | undefined,
  context: EntryContext,
): readonly ManifestElicitation[] {
  if (!isJsonObject(given)) return [];
  const base = "/elicitations";
  const names = Object.keys(given).sort(byCodeUnit);
  if (names.length > 0 && !context.features.includes("elicitation")) {
    const params = { subject: "a form", feature: "elicitation" };
    context.report("FEATURE_NOT_LISTED", base, "key", params);
  }
  return names.flatMap((name): ManifestElicitation[] => {
    const value = given[name];
    if (!isJsonObject(value)) return [];
    const pointer = under(base, name);
    if (name === "") {
      context.report("NAME_EMPTY", pointer, "key", { kind: "form" });
    }
    const at = under(pointer, "requestedSchema");
    const own = member(value, "requestedSchema");
    if (!isJsonObject(own)) return [];
    const requestedSchema = context.bundle(own, at);
    checkElicitation(requestedSchema, at, context.report);
    const message = textOf(value, "message") ?? "";
    return [{ name, message, requestedSchema, pointer }];
  });
}
