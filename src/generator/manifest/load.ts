import { createRequire } from "node:module";
import type { Document, Node, ParsedNode } from "yaml";
import { diagnostic, type Diagnostic, type Location } from "../diagnostic.js";
import type { JsonValue } from "../json.js";
import { scanJson } from "./json-scan.js";
import { openLines } from "./line-column.js";
import { plainJson } from "./plain-json.js";
import { type Part, place } from "./yaml-place.js";

type Yaml = typeof import("yaml");

/** A parsed file: its value, and where each part of the value stands. */
export type Loaded = {
  /** Undefined when the text does not parse. */
  readonly value: JsonValue | undefined;
  /**
   * The place of the value at a JSON pointer, or of the key that leads to it. Where
   * the pointer leads nowhere, the place of the nearest ancestor that exists.
   */
  readonly locate: (pointer: string, part: Part) => Location;
  readonly diagnostics: readonly Diagnostic[];
};

/** The place of an offset in the text that is loaded. */
type Place = (offset: number) => Required<Location>;

/** Loaded only when asked for: a JSON manifest without mistakes does without it. */
function yaml(): Yaml {
  return createRequire(import.meta.url)("yaml") as Yaml;
}

const yamlOptions = {
  prettyErrors: false,
  stringKeys: true,
  merge: true,
  resolveKnownTags: false,
  logLevel: "error",
  version: "1.2",
} as const;

/** Parses text as its file name says: `.json` is JSON, anything else YAML 1.2. Never throws. */
export function load(file: string, text: string): Loaded {
  const clean = text.startsWith("\ufeff") ? text.slice(1) : text;
  const isJson = file.toLowerCase().endsWith(".json");
  const lines = openLines(clean);
  const at: Place = (offset) => ({ file, ...lines(offset) });
  const conflict = /^<{7} /m.exec(clean);
  if (conflict) {
    const where = at(conflict.index);
    const reason = "git left both sides of a conflict here";
    return unparsed(where, isJson ? "JSON" : "YAML", reason);
  }
  return isJson ? loadJson(clean, at) : loadYaml(file, clean, at);
}

function unparsed(
  where: Location,
  language: "JSON" | "YAML",
  reason: string,
): Loaded {
  return {
    value: undefined,
    locate: () => where,
    diagnostics: [diagnostic("MANIFEST_SYNTAX", where, { language, reason })],
  };
}

function loadJson(text: string, at: Place): Loaded {
  let document: Document.Parsed | undefined;
  const locate = (pointer: string, part: Part): Location => {
    document ??= yaml().parseDocument(text, yamlOptions);
    return at(place(document, pointer, part));
  };
  const scan = scanJson(text);
  const { problem } = scan;
  if (problem) {
    return unparsed(at(problem.offset), "JSON", problem.reason);
  }
  const diagnostics = scan.duplicates.map(({ key, offset, first }) =>
    diagnostic("MANIFEST_KEY_DUPLICATE", at(offset), {
      key,
      line: at(first).line,
    }),
  );
  return { value: JSON.parse(text) as JsonValue, locate, diagnostics };
}

function loadYaml(file: string, text: string, at: Place): Loaded {
  const document = parseYaml(text);
  if (document === undefined) {
    const where = { file, line: 1, column: 1 };
    return unparsed(where, "YAML", "it is nested too deeply");
  }
  const locate = (pointer: string, part: Part): Location =>
    at(place(document, pointer, part));
  const problems = [...document.errors, ...document.warnings].map((problem) => {
    const where = at(problem.pos[0]);
    return problem.code === "DUPLICATE_KEY"
      ? duplicateKey(document, problem.pos, at)
      : diagnostic("MANIFEST_SYNTAX", where, {
          language: "YAML",
          reason: problem.message,
        });
  });
  const unknown = unknownAliases(document, at);
  const fatal = document.errors.some((one) => one.code !== "DUPLICATE_KEY");
  if (fatal || unknown.length > 0) {
    return { value: undefined, locate, diagnostics: [...problems, ...unknown] };
  }
  const expanded = expand(document);
  if (expanded.reason !== undefined) {
    const params = { reason: expanded.reason };
    const where = { file, line: 1, column: 1 };
    const alias = diagnostic("MANIFEST_ALIAS", where, params);
    return { value: undefined, locate, diagnostics: [...problems, alias] };
  }
  const { value, odd } = plainJson(expanded.value);
  const strange = odd.map(({ pointer, shown }) =>
    diagnostic("MANIFEST_NOT_JSON", locate(pointer, "value"), { value: shown }),
  );
  return { value, locate, diagnostics: [...problems, ...strange] };
}

/** Undefined where the text is nested deeper than the parser can follow. */
function parseYaml(text: string): Document.Parsed | undefined {
  try {
    return yaml().parseDocument(text, yamlOptions);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** The value with its aliases put in; a bound on them keeps a small file from growing without end. */
function expand(document: Document.Parsed): {
  readonly value?: unknown;
  readonly reason?: string;
} {
  try {
    return { value: document.toJS({ maxAliasCount: 1000 }) as unknown };
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error;
    return { reason: "they multiply to too many values" };
  }
}

function unknownAliases(
  document: Document.Parsed,
  at: Place,
): readonly Diagnostic[] {
  const { visit } = yaml();
  const found: Diagnostic[] = [];
  visit(document, {
    Alias(_key, node) {
      if (node.resolve(document) !== undefined) return;
      found.push(
        diagnostic("MANIFEST_ALIAS", at(node.range?.[0] ?? 0), {
          reason: `nothing above is anchored as &${node.source}`,
        }),
      );
    },
  });
  return found;
}

/** yaml names the second key alone; the first is found by its source text. */
function duplicateKey(
  document: Document.Parsed,
  [start]: readonly [number, number],
  at: Place,
): Diagnostic {
  const { visit, isScalar } = yaml();
  let key = "";
  let first = start;
  visit(document, {
    Map(_key, map) {
      const keys = map.items.map((pair) => pair.key as ParsedNode | null);
      const second = keys.find((one) => one?.range[0] === start);
      if (!isScalar(second)) return;
      key = String(second.value);
      const same = keys.find(
        (one): one is ParsedNode => isScalar(one) && String(one.value) === key,
      );
      first = (same as Node | undefined)?.range?.[0] ?? start;
    },
  });
  return diagnostic("MANIFEST_KEY_DUPLICATE", at(start), {
    key,
    line: at(first).line,
  });
}
