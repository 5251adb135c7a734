import { randomBytes } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { diagnostic, hasErrors, type Diagnostic } from "../diagnostic.js";
import { systemReason } from "../error-code.js";
import { isJsonObject, type JsonObject } from "../json.js";
import { recognise } from "../manifest/capture.js";
import { load } from "../manifest/load.js";
import { entryKinds, type EntryKind, features } from "../manifest/manifest.js";
import { type Drift, driftOf } from "./compare-entries.js";
import { isPulled, markPulled, newManifest } from "./new-manifest.js";
import { type PulledServer, pullServer } from "./pull-server.js";
import type { ServerSource } from "./server-source.js";
import { updateManifest } from "./update-manifest.js";

/** One server to pull into one manifest. */
export type PullJob = {
  readonly source: ServerSource;
  /** Absolute path of the manifest. */
  readonly path: string;
  /** The path as messages print it. */
  readonly file: string;
  /** What the server is called in a new manifest. Default: what it calls itself. */
  readonly name?: string | undefined;
  /** Writes nothing and only compares. */
  readonly check: boolean;
  /** Updates a manifest that somebody else wrote. */
  readonly force: boolean;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
};

/** What became of one manifest. */
export type PullEnd = {
  /** Absent where nothing came of it; `diagnostics` says why. */
  readonly action?: "created" | "updated" | "unchanged";
  /** How the manifest and the server differ, or differed; empty for a new one. */
  readonly drift: readonly Drift[];
  /** How many entries the server has. */
  readonly counts: { readonly [kind in EntryKind]: number };
  readonly diagnostics: readonly Diagnostic[];
};

/** A manifest that is there already. */
type Former = { readonly text: string; readonly manifest: JsonObject };

const none = { tools: 0, prompts: 0, resources: 0, resourceTemplates: 0 };

/**
 * Asks a server what it offers, and writes its manifest or brings it up to date; with
 * `check`, tells what that would change. Nothing is written after an error.
 */
export async function pullManifest(job: PullJob): Promise<PullEnd> {
  const end = (diagnostics: readonly Diagnostic[]): PullEnd => ({
    drift: [],
    counts: none,
    diagnostics,
  });
  const former = readFormer(job);
  if (former !== undefined && "problems" in former) return end(former.problems);
  const server = former?.manifest["server"];
  const known = isJsonObject(server) ? server["name"] : undefined;
  const { pulled, diagnostics } = await pullServer(job.source, {
    label: job.file,
    name: typeof known === "string" ? known : job.name,
    features: featuresOf(former?.manifest),
    timeoutMs: job.timeoutMs,
    signal: job.signal,
  });
  if (pulled === undefined || hasErrors(diagnostics)) return end(diagnostics);
  const counts = Object.fromEntries(
    entryKinds.map((kind) => [kind, pulled.lists[kind].length]),
  ) as PullEnd["counts"];
  const done = former
    ? update(job, former, pulled)
    : create(job, newManifest(pulled, job.source.kind));
  return {
    ...done,
    counts,
    diagnostics: [...diagnostics, ...done.diagnostics],
  };
}

type Done = Omit<PullEnd, "counts">;

function create(job: PullJob, text: string): Done {
  const problem = replaceFile(job, text);
  return {
    ...(problem ? {} : { action: "created" }),
    drift: [],
    diagnostics: problem ? [problem] : [],
  };
}

function update(job: PullJob, former: Former, pulled: PulledServer): Done {
  const { text, manifest } = former;
  const drift = driftOf(manifest, pulled);
  if (drift.length === 0)
    return { action: "unchanged", drift, diagnostics: [] };
  if (job.check) return { action: "updated", drift, diagnostics: [] };
  const updated = updateManifest(text, manifest, pulled);
  const problem =
    updated === undefined
      ? diagnostic("PULL_NOT_IN_PLACE", { file: job.file }, {})
      : replaceFile(job, markPulled(updated));
  return problem
    ? { drift, diagnostics: [problem] }
    : { action: "updated", drift, diagnostics: [] };
}

/** Undefined where there is no manifest yet. */
function readFormer(
  job: PullJob,
): Former | undefined | { readonly problems: readonly Diagnostic[] } {
  const { path, file, check } = job;
  const refuse = (problem: Diagnostic) => ({ problems: [problem] });
  if (!check && file.toLowerCase().endsWith(".json"))
    return refuse(diagnostic("PULL_NOT_YAML", { file }, { file }));
  let text: string;
  try {
    if (!existsSync(path)) {
      return check
        ? refuse(diagnostic("MANIFEST_MISSING", { file }, { file }))
        : undefined;
    }
    text = readFileSync(path, "utf8");
  } catch (error) {
    const reason = systemReason(error);
    return refuse(diagnostic("MANIFEST_UNREADABLE", { file }, { reason }));
  }
  const { value = null, diagnostics } = load(file, text);
  if (hasErrors(diagnostics)) return { problems: diagnostics };
  const { value: body, capture } = recognise(file, value);
  if (!isJsonObject(body))
    return refuse(diagnostic("MANIFEST_EMPTY", { file }, {}));
  const isOurs = capture === undefined && (job.force || isPulled(text));
  if (!check && !isOurs)
    return refuse(diagnostic("PULL_NOT_PULLED", { file }, { file }));
  const manifest = capture ? { ...body, server: capture.server } : body;
  return { text, manifest };
}

function featuresOf(manifest: JsonObject | undefined) {
  const wanted = manifest?.["features"];
  return Array.isArray(wanted)
    ? features.filter((feature) => wanted.includes(feature))
    : [];
}

/** Puts a whole new file in the place of an old one; its permissions stay, and a link to it stays a link. */
function replaceFile(
  { path, file }: PullJob,
  text: string,
): Diagnostic | undefined {
  try {
    const isThere = existsSync(path);
    const target = isThere ? realpathSync(path) : path;
    mkdirSync(dirname(target), { recursive: true });
    const name = `.mcpgen-${randomBytes(8).toString("hex")}~`;
    const temporary = join(dirname(target), name);
    writeFileSync(temporary, text, { flag: "wx" });
    if (isThere) chmodSync(temporary, statSync(target).mode & 0o7777);
    renameSync(temporary, target);
    return undefined;
  } catch (error) {
    const reason = systemReason(error);
    return diagnostic("WRITE_FAILED", { file }, { reason });
  }
}
