import { byCodeUnit } from "../json.js";
import type { Change, Sides } from "./change.js";
import { diffForms } from "./diff-forms.js";
import { diffPrompts } from "./diff-prompts.js";
import { diffResources, diffTemplates } from "./diff-resources.js";
import { diffServer } from "./diff-server.js";
import { diffTools } from "./diff-tools.js";
import { verdicts } from "./rule.js";

/**
 * Every difference between two contracts, judged by the rules of the catalogue: the
 * server first, then entries by kind and name, the worst change of each first.
 */
export function diff(sides: Sides): readonly Change[] {
  const groups = [
    diffServer(sides),
    diffTools(sides),
    diffPrompts(sides),
    diffResources(sides),
    diffTemplates(sides),
    diffForms(sides),
  ];
  return groups.flatMap((changes) =>
    [...changes].sort(
      (a, b) =>
        byCodeUnit(a.subject.name, b.subject.name) ||
        verdicts.indexOf(a.verdict) - verdicts.indexOf(b.verdict),
    ),
  );
}
