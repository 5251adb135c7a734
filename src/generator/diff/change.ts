import type { Locate, Location } from "../diagnostic.js";
import { hashBytes } from "../hash.js";
import type { Manifest } from "../manifest/manifest.js";
import {
  ruleCatalogue,
  type RuleId,
  type RuleParams,
} from "./rule-catalogue.js";
import { worst, type Direction, type Rule, type Verdict } from "./rule.js";

/** One side of a comparison: a checked manifest, and where its parts stand. */
export type Side = {
  readonly manifest: Manifest;
  readonly locate: Locate;
};

/** The two contracts that are compared. */
export type Sides = { readonly previous: Side; readonly current: Side };

/** What a change is about: the server, or an entry of it by its name. */
export type Subject = {
  readonly kind:
    "server" | "tool" | "prompt" | "resource" | "template" | "form";
  readonly name: string;
};

/** One difference between two contracts, judged. */
export type Change = {
  readonly rule: RuleId;
  readonly direction: Direction;
  readonly wire: Verdict;
  readonly source: Verdict;
  /** The worse of the two. */
  readonly verdict: Verdict;
  readonly subject: Subject;
  readonly what: string;
  readonly reason: string;
  /** Empty where nothing is to be done. */
  readonly mend: string;
  /** In the current manifest; what was removed stands in the previous one alone. */
  readonly at: Location;
  /** Twelve hex digits that stay the same while this very change does. */
  readonly fingerprint: string;
};

/** Reports a change of one subject; `pointer` leads into the manifest of the side, by default the current one. */
export type Report = <Id extends RuleId>(
  id: Id,
  params: RuleParams<Id>,
  pointer: string,
  side?: keyof Sides,
) => void;

/** Gathers the changes of one subject. */
export function reportOn(
  subject: Subject,
  sides: Sides,
  changes: Change[],
): Report {
  return (id, params, pointer, side = "current") => {
    const rule = ruleCatalogue[id] as Rule<typeof params>;
    const { direction, wire, source, reason, mend } = rule;
    const key = JSON.stringify([id, subject.kind, subject.name, params]);
    changes.push({
      rule: id,
      direction,
      wire,
      source,
      verdict: worst(wire, source),
      subject,
      what: rule.what(params),
      reason,
      mend,
      // looked up when asked for: a place may cost parsing the whole manifest again
      get at() {
        return sides[side].locate(pointer);
      },
      fingerprint: hashBytes(key).slice(0, 12),
    });
  };
}
