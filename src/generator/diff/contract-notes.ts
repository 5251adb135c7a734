import { diagnostic, hasErrors, type Diagnostic } from "../diagnostic.js";
import type { KnownProtocol } from "../manifest/known-protocol.js";
import { parseManifest } from "../manifest/parse-manifest.js";
import type { Side } from "./change.js";
import { diff } from "./diff.js";

/**
 * What a build says of the contract that it is about to record: one note where the
 * change breaks callers. A recorded contract that cannot be read says nothing here;
 * the plan minds that it was edited.
 */
export function contractNotes(
  recorded: { readonly file: string; readonly text: string },
  current: Side,
  protocols: readonly KnownProtocol[],
): readonly Diagnostic[] {
  const parsed = parseManifest(
    { ...recorded, files: new Map() },
    { protocols },
  );
  const { manifest } = parsed;
  if (manifest === undefined || hasErrors(parsed.diagnostics)) return [];
  const locate = (pointer: string) => parsed.locate(pointer, "value");
  const changes = diff({ previous: { manifest, locate }, current });
  const breaking = changes.filter(({ verdict }) => verdict === "breaking");
  const [first] = breaking;
  if (first === undefined) return [];
  const { subject, what, at } = first;
  const params = {
    count: breaking.length,
    first: `${subject.kind} ${subject.name}: ${what}`,
  };
  return [diagnostic("CONTRACT_BREAKS", at, params)];
}
