import { basename, dirname, resolve } from "node:path";
import { hasErrors, type Diagnostic } from "../diagnostic.js";
import { loadManifest } from "../pipeline.js";
import { siteAt } from "../site.js";
import { accept, acceptedAt } from "./accept.js";
import {
  namedBaseline,
  recordedBaseline,
  type Baseline,
  type Subject,
} from "./baseline.js";
import type { Change } from "./change.js";
import { diff } from "./diff.js";

/** What is to be compared. */
export type DiffOptions = {
  /** Path of the manifest, relative to `cwd`: always the current side. */
  readonly manifest: string;
  readonly cwd: string;
  /** A manifest, a contract or a git revision. Default: the recorded contract. */
  readonly against?: string | undefined;
  /** Another previous side, such as a live server; stands in for `against`. */
  readonly baseline?: ((subject: Subject) => Promise<Baseline>) | undefined;
  /** Whether what is found is written to the lock as accepted. Default false. */
  readonly accept?: boolean;
};

/** A change, and whether somebody accepted it. */
export type ToldChange = Change & { readonly accepted: boolean };

/** What came of a comparison. */
export type DiffResult = {
  /** Where one of them is an error, nothing was compared. */
  readonly diagnostics: readonly Diagnostic[];
  /** How the two sides are called. */
  readonly previous: string;
  readonly current: string;
  readonly changes: readonly ToldChange[];
};

/** Compares a manifest with what was before it. Never throws for a user's mistake. */
export async function runDiff(options: DiffOptions): Promise<DiffResult> {
  const { manifest: file, cwd, against } = options;
  const path = resolve(cwd, file);
  const loaded = loadManifest(path, file);
  const { manifest, locate } = loaded;
  const stop = (
    diagnostics: readonly Diagnostic[],
    previous = "",
  ): DiffResult => ({
    diagnostics,
    previous,
    current: file,
    changes: [],
  });
  if (manifest === undefined || hasErrors(loaded.diagnostics)) {
    return stop(loaded.diagnostics);
  }
  const site = siteAt(dirname(path), cwd, [basename(path)]);
  const subject = { manifest, path, cwd, prefix: site.prefix };
  const baseline = await (options.baseline?.(subject) ??
    (against === undefined
      ? recordedBaseline(subject)
      : namedBaseline(subject, against)));
  if ("problems" in baseline) return stop(baseline.problems);
  const changes = diff({
    previous: baseline.side,
    current: { manifest, locate },
  });
  const isRecorded = against === undefined && options.baseline === undefined;
  const diagnostics =
    options.accept === true
      ? await accept(
          site,
          { server: manifest.server.name, manifest: basename(path) },
          changes.filter(
            ({ verdict }) => verdict === "breaking" || verdict === "undecided",
          ),
          isRecorded ? "contract" : "elsewhere",
        )
      : [];
  if (hasErrors(diagnostics)) return stop(diagnostics, baseline.label);
  const { contract, elsewhere } = acceptedAt(site, basename(path));
  return {
    diagnostics,
    previous: baseline.label,
    current: file,
    changes: changes.map((one) => ({
      ...one,
      accepted: contract.has(one.fingerprint) || elsewhere.has(one.fingerprint),
    })),
  };
}
