import { posix } from "node:path";
import { closest } from "./closest.js";
import { nameProblem } from "./capture.js";
import { type KnownProtocol, supports } from "./known-protocol.js";
import type { ManifestSource } from "./manifest-source.js";
import { under } from "../json-pointer.js";
import type { Reporter } from "./report.js";
import type { Settings } from "./settings.js";

/** Checks what stands beside the entries. `stem` is the manifest's own file name. */
export function checkSettings(
  source: Partial<ManifestSource>,
  settings: Settings,
  stem: string,
  reporter: Reporter,
): void {
  const { report } = reporter;
  const { name } = settings.server;
  const reason = name === "" ? undefined : nameProblem(name);
  if (reason !== undefined) {
    const params = { name, reason };
    report("SERVER_NAME_UNUSABLE", "/server/name", "value", params);
  }
  for (const key of ["emit", "transports", "features"] as const) {
    checkSet(key, source[key], reporter);
  }
  const { emit } = settings;
  if (!emit.client && !emit.server && !emit.main) {
    report("EMIT_NOTHING", "/emit", "value", {});
  }
  if (emit.main && !emit.server) {
    report("EMIT_MAIN_ALONE", "/emit", "value", {});
  }
  if (settings.auth !== undefined && !settings.transports.includes("http")) {
    report("AUTH_WITHOUT_HTTP", "/auth", "value", {});
  }
  checkPaths(source, settings, stem, reporter);
}

function checkSet(
  key: string,
  given: readonly (string | null)[] | undefined,
  { report }: Reporter,
): void {
  const seen = new Set<string>();
  for (const [index, value] of (given ?? []).entries()) {
    // What is no text left a hole, and was reported.
    if (typeof value !== "string") continue;
    if (seen.has(value)) {
      const params = { key, value };
      report("VALUE_REPEATED", under("", key, index), "value", params);
    }
    seen.add(value);
  }
}

function checkPaths(
  source: Partial<ManifestSource>,
  settings: Settings,
  stem: string,
  reporter: Reporter,
): void {
  const { out, handlers } = settings;
  const { report } = reporter;
  const isFit = (["out", "handlers"] as const).map((key) => {
    const path = source[key];
    if (path === undefined) return true;
    const isRelative =
      !posix.isAbsolute(path) && !/^[A-Za-z]:|[\\:*?"<>|\p{Cc}]/u.test(path);
    if (!isRelative) {
      report("PATH_NOT_RELATIVE", `/${key}`, "value", { key, path });
    }
    const isInside = settings[key].split("/")[0] !== "..";
    if (isRelative && !isInside) {
      report("PATH_LEADS_OUT", `/${key}`, "value", { files: [path] });
    }
    return isRelative && isInside;
  });
  const [isOutFit, areHandlersFit] = isFit;
  if (!isOutFit) return;
  const holds = contains(out, stem)
    ? "the manifest"
    : areHandlersFit && contains(out, handlers)
      ? "your handlers"
      : undefined;
  if (holds !== undefined) {
    report("OUT_NOT_OURS", "/out", "value", { path: out, holds });
  }
}

/** True when the folder is the path or holds it; both are relative to the same place and tidy. */
function contains(folder: string, path: string): boolean {
  return folder === "." || path === folder || path.startsWith(`${folder}/`);
}

/** The selected versions, oldest first; every mistake in the selection is reported, and leaves none. */
export function selectVersions(
  source: Partial<ManifestSource>,
  protocols: readonly KnownProtocol[],
  reporter: Reporter,
): readonly string[] {
  const known = protocols.map(({ version }) => version);
  const given = source.protocol?.versions;
  const at = "/protocol/versions";
  const isKnown = (version: string, pointer: string): boolean => {
    if (known.includes(version)) return true;
    const suggestion = closest(version, known);
    const params = { version, known, suggestion };
    reporter.report("PROTOCOL_VERSION_UNKNOWN", pointer, "value", params);
    return false;
  };
  if (given === undefined) return known;
  let selected: readonly string[];
  if (Array.isArray(given)) {
    const fit = given.filter(
      (version, index) =>
        typeof version === "string" && isKnown(version, under(at, index)),
    );
    selected = known.filter((version) => fit.includes(version));
    if (fit.length < given.length) return [];
  } else {
    const { min, max } = given as {
      readonly min?: string;
      readonly max?: string;
    };
    const isMinFit = min === undefined || isKnown(min, under(at, "min"));
    const isMaxFit = max === undefined || isKnown(max, under(at, "max"));
    if (!isMinFit || !isMaxFit) return [];
    const first = min === undefined ? 0 : known.indexOf(min);
    const last = max === undefined ? known.length - 1 : known.indexOf(max);
    selected = known.slice(first, last + 1);
  }
  if (selected.length === 0) {
    reporter.report("PROTOCOL_VERSIONS_EMPTY", at, "value", {});
  }
  return selected;
}

/** Reports a feature that no selected version has. */
export function checkSupport(
  feature: Parameters<typeof supports>[1],
  pointer: string,
  versions: readonly string[],
  protocols: readonly KnownProtocol[],
  { report }: Reporter,
): void {
  const able = protocols.filter((one) => supports(one, feature));
  const since = able[0]?.version;
  if (versions.length === 0 || since === undefined) return;
  if (able.some(({ version }) => versions.includes(version))) return;
  report("FEATURE_TOO_NEW", pointer, "key", { subject: feature, since });
}
