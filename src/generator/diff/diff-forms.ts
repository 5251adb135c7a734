import { under } from "../json-pointer.js";
import { reportOn, type Change, type Report, type Sides } from "./change.js";
import { factsOf, paramsOf } from "./diff-schema.js";
import { pairUp } from "./pairs.js";
import { inputRules } from "./schema-rules.js";

/** The changes of elicitation forms. */
export function diffForms(sides: Sides): readonly Change[] {
  const changes: Change[] = [];
  const { previous, current } = sides;
  const reportOf = (name: string): Report =>
    reportOn({ kind: "form", name }, sides, changes);
  const pairs = pairUp(
    previous.manifest.elicitations,
    current.manifest.elicitations,
    () => false,
  );
  for (const { name, pointer } of pairs.removed) {
    reportOf(name)("FORM_REMOVED", {}, pointer, "previous");
  }
  for (const { name, pointer } of pairs.added) {
    reportOf(name)("FORM_ADDED", {}, pointer);
  }
  const formats = {
    previous: previous.manifest.formats,
    current: current.manifest.formats,
  };
  for (const [was, is] of pairs.both) {
    const report = reportOf(is.name);
    if (was.message !== is.message) {
      report("TEXT_CHANGED", { key: "message" }, under(is.pointer, "message"));
    }
    const at = under(is.pointer, "requestedSchema");
    for (const fact of factsOf(
      was.requestedSchema,
      is.requestedSchema,
      formats,
    )) {
      const what = inputRules[`INPUT_${fact.kind}`].what(
        paramsOf(fact, "answer"),
      );
      report("FORM_CHANGED", { what }, at + fact.pointer);
    }
  }
  return changes;
}
