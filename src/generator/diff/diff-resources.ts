import { equal } from "../../runtime/validate.js";
import { member } from "../json.js";
import { under } from "../json-pointer.js";
import type {
  ManifestEntry,
  ManifestResource,
  ManifestTemplate,
} from "../manifest/manifest.js";
import { reportOn, type Change, type Report, type Sides } from "./change.js";
import { diffEntry } from "./diff-entry.js";
import { pairUp } from "./pairs.js";

/** The changes of resources. */
export function diffResources(sides: Sides): readonly Change[] {
  const changes: Change[] = [];
  const { previous, current } = sides;
  const reportOf = (one: ManifestResource): Report =>
    reportOn({ kind: "resource", name: one.name }, sides, changes);
  const pairs = pairUp(
    previous.manifest.resources,
    current.manifest.resources,
    (was, is) => was.uri === is.uri,
  );
  for (const one of pairs.removed) {
    reportOf(one)("RESOURCE_REMOVED", {}, one.pointer, "previous");
  }
  for (const one of pairs.added)
    reportOf(one)("RESOURCE_ADDED", {}, one.pointer);
  for (const [was, is] of pairs.both) {
    const report = reportOf(is);
    if (was.name !== is.name) {
      report("RESOURCE_RENAMED", { name: was.name }, is.pointer);
    }
    if (was.uri !== is.uri) {
      const params = { previous: was.uri, current: is.uri };
      report("RESOURCE_URI_CHANGED", params, under(is.pointer, "uri"));
    }
    diffEntry(was, is, report);
    diffContent(was, is, report);
  }
  return changes;
}

/** The changes of resource templates. */
export function diffTemplates(sides: Sides): readonly Change[] {
  const changes: Change[] = [];
  const { previous, current } = sides;
  const reportOf = (one: ManifestTemplate): Report =>
    reportOn({ kind: "template", name: one.name }, sides, changes);
  const pairs = pairUp(
    previous.manifest.resourceTemplates,
    current.manifest.resourceTemplates,
    (was, is) => was.uriTemplate === is.uriTemplate,
  );
  for (const one of pairs.removed) {
    reportOf(one)("TEMPLATE_REMOVED", {}, one.pointer, "previous");
  }
  for (const one of pairs.added)
    reportOf(one)("TEMPLATE_ADDED", {}, one.pointer);
  for (const [was, is] of pairs.both) {
    const report = reportOf(is);
    if (was.name !== is.name) {
      report("TEMPLATE_RENAMED", { name: was.name }, is.pointer);
    }
    if (was.uriTemplate !== is.uriTemplate) {
      const params = { previous: was.uriTemplate, current: is.uriTemplate };
      report("TEMPLATE_URI_CHANGED", params, under(is.pointer, "uriTemplate"));
    }
    diffEntry(was, is, report);
    diffContent(was, is, report);
  }
  return changes;
}

function diffContent(
  was: ManifestEntry,
  is: ManifestEntry,
  report: Report,
): void {
  const before = member(was.entry, "mimeType");
  const now = member(is.entry, "mimeType");
  const pointer = under(is.pointer, "mimeType");
  if (before !== now) {
    report("MIME_TYPE_CHANGED", { previous: before, current: now }, pointer);
  }
  const key = "annotations";
  if (!equal(member(was.entry, key), member(is.entry, key))) {
    report("META_CHANGED", { key }, under(is.pointer, key));
  }
}
