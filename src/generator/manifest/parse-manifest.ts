import { posix } from "node:path";
import { diagnostic, type Diagnostic, type Location } from "../diagnostic.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../json.js";
import { sortDiagnostics } from "../print-diagnostic.js";
import { bundle, type BundleProblem, type Origin } from "./bundle.js";
import { recognise, type Recognised } from "./capture.js";
import {
  checkSettings,
  checkSupport,
  selectVersions,
} from "./check-settings.js";
import { normalizeElicitations } from "./elicitations.js";
import {
  type EntryContext,
  normalizePrompts,
  normalizeResources,
  normalizeTemplates,
  normalizeTools,
} from "./entries.js";
import { type Environment, fillEnvironment } from "./environment.js";
import type { KnownProtocol } from "./known-protocol.js";
import { load, type Loaded } from "./load.js";
import type { Manifest } from "./manifest.js";
import { manifestShape } from "./manifest-shape.js";
import type { ManifestSource } from "./manifest-source.js";
import { isWithin, under } from "../json-pointer.js";
import type { Report, Reporter } from "./report.js";
import { normalizeSettings } from "./settings.js";
import { fit } from "./shape.js";
import {
  type ManifestText,
  openFiles,
  type SourceFiles,
} from "./source-files.js";
import type { Part } from "./yaml-place.js";

/** What a manifest is read against. */
export type ParseOptions = {
  /** The protocol versions that exist, oldest first. */
  readonly protocols: readonly KnownProtocol[];
  /** What `${env:NAME}` stands for. Default: nothing. */
  readonly environment?: Environment;
};

/** A manifest and everything that is wrong with it. */
export type ParsedManifest = {
  /**
   * Absent when the text holds no manifest at all. Entries with errors are left out
   * of it and wrong settings are at their defaults, so that later stages can judge
   * the rest; nothing may be built while `diagnostics` holds an error.
   */
  readonly manifest?: Manifest;
  /** Sorted by file, line and column. */
  readonly diagnostics: readonly Diagnostic[];
  /**
   * The place of a value, or of the key that leads to it, by JSON pointer in the
   * manifest; a pointer into a bundled schema leads to the file that it came from.
   */
  readonly locate: (pointer: string, part: Part) => Location;
};

/** What the steps of parsing share: they report into `found`. */
type Session = Reporter & {
  readonly found: { readonly error: boolean; readonly pointer: string }[];
  readonly diagnostics: Diagnostic[];
  readonly origins: Origin[];
  readonly files: SourceFiles;
  readonly source: ManifestText;
  readonly recognised: Recognised;
  readonly options: ParseOptions;
};

/** Text to a checked manifest. Reports every mistake at once and never throws for one. */
export function parseManifest(
  source: ManifestText,
  options: ParseOptions,
): ParsedManifest {
  const loaded = load(source.file, source.text);
  const { value, locate, diagnostics } = loaded;
  if (value === undefined)
    return { diagnostics: sortDiagnostics(diagnostics), locate };
  if (value === null) {
    const where = { file: source.file, line: 1, column: 1 };
    const empty = diagnostic("MANIFEST_EMPTY", where, {});
    return { diagnostics: [empty], locate };
  }
  const session = openSession(
    source,
    loaded,
    recognise(source.file, value),
    options,
  );
  const manifest = normalize(session);
  const all = [
    ...diagnostics,
    ...session.diagnostics,
    ...session.files.diagnostics(),
  ];
  return {
    ...(manifest && { manifest }),
    diagnostics: sortDiagnostics(all),
    locate: (pointer, part) => locateAny(session, loaded, pointer, part),
  };
}

function openSession(
  source: ManifestText,
  loaded: Loaded,
  recognised: Recognised,
  options: ParseOptions,
): Session {
  const diagnostics: Diagnostic[] = [];
  const found: { readonly error: boolean; readonly pointer: string }[] = [];
  const place = (pointer: string, part: Part): Location =>
    loaded.locate(recognised.base + pointer, part);
  const report: Report = (code, pointer, part, params) => {
    const one = diagnostic(code, place(pointer, part), params);
    diagnostics.push(one);
    found.push({ error: one.severity === "error", pointer });
  };
  return {
    report,
    line: (pointer, part) => place(pointer, part).line ?? 1,
    found,
    diagnostics,
    origins: [],
    files: openFiles(source),
    source,
    recognised,
    options,
  };
}

function normalize(session: Session): Manifest | undefined {
  const { recognised, options, report, source } = session;
  const { capture } = recognised;
  const fitted = fitManifest(session);
  if (!isJsonObject(fitted)) return undefined;
  if (capture?.isIncomplete) {
    report("CAPTURE_INCOMPLETE", "/nextCursor", "key", {});
  }
  const filled: JsonValue = capture
    ? { ...fitted, server: capture.server }
    : fillEnvironment(fitted, options.environment ?? {}, report);
  const whole = filled as Partial<ManifestSource>;
  const settings = normalizeSettings(whole);
  checkSettings(whole, settings, posix.basename(source.file), session);
  const versions = selectVersions(whole, options.protocols, session);
  const context: EntryContext = {
    report,
    line: session.line,
    features: settings.features,
    hasAuth: settings.auth !== undefined,
    bundle: (schema, pointer) => bundleAt(session, schema, pointer),
    need: (feature, pointer) => {
      checkSupport(feature, pointer, versions, options.protocols, session);
    },
  };
  for (const [index, feature] of (whole.features ?? []).entries()) {
    if (typeof feature === "string")
      context.need(feature, under("/features", index));
  }
  const given = filled as JsonObject;
  const manifest: Manifest = {
    file: source.file,
    versions,
    ...settings,
    elicitations: normalizeElicitations(given["elicitations"], context),
    tools: normalizeTools(given["tools"], context),
    prompts: normalizePrompts(given["prompts"], context),
    resources: normalizeResources(given["resources"], context),
    resourceTemplates: normalizeTemplates(given["resourceTemplates"], context),
  };
  return withoutFaulty(manifest, session);
}

function fitManifest(session: Session): JsonValue | undefined {
  const { recognised } = session;
  const isCapture = recognised.capture !== undefined;
  const shape = isCapture ? { ...manifestShape, required: [] } : manifestShape;
  const titled = { ...shape, title: "the manifest" };
  return fit(titled, recognised.value, "", session, isCapture);
}

/** Leaves out entries with errors. */
function withoutFaulty(manifest: Manifest, session: Session): Manifest {
  const faults = session.found.filter(({ error }) => error);
  const sound = <T extends { readonly pointer: string }>(
    entries: readonly T[],
  ): readonly T[] =>
    entries.filter(
      (entry) => !faults.some((one) => isWithin(one.pointer, entry.pointer)),
    );
  return {
    ...manifest,
    tools: sound(manifest.tools),
    prompts: sound(manifest.prompts),
    resources: sound(manifest.resources),
    resourceTemplates: sound(manifest.resourceTemplates),
    elicitations: sound(manifest.elicitations),
  };
}

function bundleAt(
  session: Session,
  schema: JsonObject,
  pointer: string,
): JsonObject {
  const { files, source, recognised } = session;
  const home = { file: posix.basename(source.file), pointer };
  const captured = recognised.capture !== undefined;
  const done = bundle(schema, home, files, captured);
  for (const origin of done.origins) {
    session.origins.push({ ...origin, pointer: pointer + origin.pointer });
  }
  for (const problem of done.problems) {
    reportBundle(session, problem, home, pointer);
  }
  return done.schema;
}

/** A problem in a referenced file is told there; it still spoils the entry that led to it. */
function reportBundle(
  session: Session,
  problem: BundleProblem,
  home: { readonly file: string },
  entry: string,
): void {
  const { files } = session;
  const report: Report = (code, pointer, part, params) => {
    if (problem.file === home.file && isWithin(pointer, entry)) {
      session.report(code, pointer, part, params);
      return;
    }
    const one = diagnostic(
      code,
      files.locate(problem.file, pointer, part),
      params,
    );
    session.diagnostics.push(one);
    session.found.push({ error: one.severity === "error", pointer: entry });
  };
  const { ref, pointer } = problem;
  switch (problem.code) {
    case "REF_NOT_LOCAL":
    case "REF_IN_CAPTURE":
      report(problem.code, pointer, "value", { ref });
      break;
    case "REF_FILE_MISSING":
    case "REF_FILE_UNREADABLE":
      report(problem.code, pointer, "value", {
        file: files.label(problem.target),
      });
      break;
    case "REF_TARGET_MISSING":
      report(problem.code, pointer, "value", {
        file: files.label(problem.target),
        fragment: problem.fragment,
      });
      break;
    case "REF_DIALECT":
      report(problem.code, pointer, "value", {
        file: files.label(problem.target),
        dialect: problem.dialect,
      });
  }
}

function locateAny(
  session: Session,
  loaded: Loaded,
  pointer: string,
  part: Part,
): Location {
  const origin = session.origins
    .filter((one) => isWithin(pointer, one.pointer))
    .sort((a, b) => b.pointer.length - a.pointer.length)[0];
  if (!origin) return loaded.locate(session.recognised.base + pointer, part);
  const inner = origin.source + pointer.slice(origin.pointer.length);
  return session.files.locate(origin.file, inner, part);
}
