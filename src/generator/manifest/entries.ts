import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  member,
} from "../json.js";
import { shown } from "../diagnostic-text.js";
import { checkInputSchema, checkToolName } from "./check-tool.js";
import { checkUri, checkUriTemplate } from "./check-uri.js";
import { type RawEntry, readEntries, textOf } from "./entry-list.js";
import type {
  Feature,
  ManifestEntry,
  ManifestPrompt,
  ManifestResource,
  ManifestTemplate,
  ManifestTool,
} from "./manifest.js";
import { under } from "../json-pointer.js";
import type { Reporter } from "./report.js";

/** What checking an entry takes from the rest of the manifest. */
export type EntryContext = Reporter & {
  readonly features: readonly Feature[];
  readonly hasAuth: boolean;
  /** Makes the schema at the pointer self-contained. */
  readonly bundle: (schema: JsonObject, pointer: string) => JsonObject;
  /** Reports a feature that no selected version has. */
  readonly need: (feature: Feature | "outputSchema", pointer: string) => void;
};

/** Keys that are ours and never reach a peer. */
const ownKeys = new Set(["as", "open", "scopes", "task"]);

/** The protocol's members in this order; others follow as they came. */
const memberOrder = [
  "uri",
  "uriTemplate",
  "name",
  "title",
  "description",
  "mimeType",
  "size",
  "inputSchema",
  "outputSchema",
  "arguments",
  "annotations",
  "execution",
  "icons",
  "_meta",
];

/** Checks and completes the tools. */
export function normalizeTools(
  given: JsonValue | undefined,
  context: EntryContext,
): readonly ManifestTool[] {
  const entries = readEntries(given, "/tools", "tool", context);
  return entries.map((entry) => normalizeTool(entry, context));
}

function normalizeTool(raw: RawEntry, context: EntryContext): ManifestTool {
  checkToolName(raw, context);
  const { value, pointer } = raw;
  const schema = (key: string): JsonObject | undefined => {
    const own = member(value, key);
    return isJsonObject(own)
      ? context.bundle(own, under(pointer, key))
      : undefined;
  };
  const inputSchema = schema("inputSchema");
  const outputSchema = schema("outputSchema");
  if (inputSchema) checkInputSchema(raw, inputSchema, context);
  if (outputSchema)
    context.need("outputSchema", under(pointer, "outputSchema"));
  const task = taskOf(raw, context);
  return {
    ...common(raw, {
      ...(inputSchema && { inputSchema }),
      ...(outputSchema && { outputSchema }),
    }),
    inputSchema: inputSchema ?? {},
    ...(outputSchema && { outputSchema }),
    open: member(value, "open") === true,
    ...(task && { task }),
  };
}

/** What `task:` says, else what `execution.taskSupport` of a pasted entry says. */
function taskOf(
  { value, pointer, name }: RawEntry,
  context: EntryContext,
): "optional" | "required" | undefined {
  const isTask = (one: unknown): one is "optional" | "required" =>
    one === "optional" || one === "required";
  const hasFeature = context.features.includes("tasks");
  const own = member(value, "task");
  if (isTask(own)) {
    if (!hasFeature) {
      const subject = `a task of the tool ${shown(name)}`;
      const params = { subject, feature: "tasks" };
      context.report(
        "FEATURE_NOT_LISTED",
        under(pointer, "task"),
        "key",
        params,
      );
    }
    return own;
  }
  const execution = member(value, "execution");
  const support = isJsonObject(execution)
    ? member(execution, "taskSupport")
    : undefined;
  return hasFeature && isTask(support) ? support : undefined;
}

/** Checks and completes the prompts. */
export function normalizePrompts(
  given: JsonValue | undefined,
  context: EntryContext,
): readonly ManifestPrompt[] {
  const entries = readEntries(given, "/prompts", "prompt", context);
  return entries.map((raw) => ({
    ...common(raw),
    arguments: argumentsOf(raw, context),
  }));
}

function argumentsOf(
  { value, pointer }: RawEntry,
  { report }: Reporter,
): ManifestPrompt["arguments"] {
  const given = member(value, "arguments");
  const seen = new Set<string>();
  return (Array.isArray(given) ? given : []).flatMap(
    (one: JsonValue, index): ManifestPrompt["arguments"] => {
      if (!isJsonObject(one)) return [];
      const name = textOf(one, "name");
      if (name === undefined) return [];
      if (seen.has(name)) {
        const at = under(pointer, "arguments", index, "name");
        report("PROMPT_ARGUMENT_DUPLICATE", at, "value", { name });
      }
      seen.add(name);
      const title = textOf(one, "title");
      const description = textOf(one, "description");
      return [
        {
          name,
          ...(title !== undefined && { title }),
          ...(description !== undefined && { description }),
          required: member(one, "required") === true,
        },
      ];
    },
  );
}

/** Checks and completes the resources. */
export function normalizeResources(
  given: JsonValue | undefined,
  context: EntryContext,
): readonly ManifestResource[] {
  const entries = readEntries(given, "/resources", "resource", context);
  checkOnce(entries, "uri", context);
  return entries.map((raw) => {
    const uri = textOf(raw.value, "uri") ?? "";
    if (uri !== "") checkUri(uri, under(raw.pointer, "uri"), context);
    return { ...common(raw), uri };
  });
}

/** Checks and completes the resource templates. */
export function normalizeTemplates(
  given: JsonValue | undefined,
  context: EntryContext,
): readonly ManifestTemplate[] {
  const entries = readEntries(
    given,
    "/resourceTemplates",
    "resource template",
    context,
  );
  checkOnce(entries, "uriTemplate", context);
  return entries.map((raw) => {
    const uriTemplate = textOf(raw.value, "uriTemplate") ?? "";
    const at = under(raw.pointer, "uriTemplate");
    if (uriTemplate !== "") checkUriTemplate(uriTemplate, at, context);
    return { ...common(raw), uriTemplate };
  });
}

function checkOnce(
  entries: readonly RawEntry[],
  key: "uri" | "uriTemplate",
  { report, line }: Reporter,
): void {
  const seen = new Map<string, string>();
  for (const { value, pointer } of entries) {
    const uri = textOf(value, key);
    if (uri === undefined) continue;
    const at = under(pointer, key);
    const first = seen.get(uri);
    if (first === undefined) seen.set(uri, at);
    else
      report("URI_DUPLICATE", at, "value", { uri, line: line(first, "value") });
  }
}

function common(raw: RawEntry, bundled: JsonObject = {}): ManifestEntry {
  const { name, value, pointer } = raw;
  const as = textOf(value, "as");
  const scopes = member(value, "scopes");
  const whole: JsonObject = { ...value, ...bundled, name };
  const rank = (key: string): number => {
    const index = memberOrder.indexOf(key);
    return index === -1 ? memberOrder.length : index;
  };
  const members = Object.entries(whole)
    .filter(([key]) => !ownKeys.has(key))
    .sort(([a], [b]) => rank(a) - rank(b));
  return {
    name,
    ...(as !== undefined && { as }),
    scopes: (Array.isArray(scopes) ? scopes : []).filter(
      (one): one is string => typeof one === "string",
    ),
    entry: Object.fromEntries(members),
    pointer,
  };
}
