import { existsSync } from "node:fs";
import { join } from "node:path";
import {
  diagnostic,
  errorsOf,
  hasErrors,
  type Diagnostic,
} from "../generator/diagnostic.js";
import { closest } from "../generator/manifest/closest.js";
import { diffProtocols } from "../generator/protocol/diff-protocols.js";
import {
  listVersions,
  type OwnSchemas,
  readProtocols,
} from "../generator/protocol/read-protocols.js";
import {
  usedFeatures,
  type UsedFeature,
} from "../generator/protocol/touched-features.js";
import type { ExitCode } from "./exit-code.js";
import { printProtocolDiff } from "./print-protocol-diff.js";
import { placeOf, report, type SchemaArguments } from "./schema-list.js";
import type { Surroundings } from "./verb.js";

/** What `schema diff` takes. */
export type SchemaDiffArguments = SchemaArguments & {
  readonly from: string;
  readonly to: string;
};

/** `mcpgen schema diff`. With a manifest, it also tells which of its features a change touches. */
export async function schemaDiff(
  args: SchemaDiffArguments,
  surroundings: Surroundings,
): Promise<ExitCode> {
  const { from, to } = args;
  const { own } = placeOf(args);
  const nothing = { value: { changes: [] }, text: "" };
  const unknown = unknownVersions([from, to], own);
  if (unknown.length > 0) return report(args, surroundings, unknown, nothing);
  const { protocols, diagnostics } = readProtocols(own, [from, to]);
  const used = await featuresOf(args);
  const problems = [...diagnostics, ...used.diagnostics];
  const [before, after] = [from, to].map((version) =>
    protocols.find((one) => one.version === version),
  );
  if (hasErrors(problems) || before === undefined || after === undefined)
    return report(args, surroundings, problems, nothing);
  const { features } = used;
  const changes = diffProtocols(before, after, features);
  return report(args, surroundings, problems, {
    value: { from, to, features, changes },
    text: printProtocolDiff(from, to, changes),
  });
}

function unknownVersions(
  asked: readonly string[],
  own: OwnSchemas | undefined,
): readonly Diagnostic[] {
  const known = listVersions(own).map(({ version }) => version);
  return asked
    .filter((version) => !known.includes(version))
    .map((version) => {
      const suggestion = closest(version, known);
      const params = { version, known, suggestion };
      return diagnostic("PROTOCOL_VERSION_UNKNOWN", { file: "mcpgen" }, params);
    });
}

/** The features of the manifest that is named, or of manifest.yaml where there is one. */
async function featuresOf(args: SchemaDiffArguments): Promise<{
  readonly features: readonly UsedFeature[];
  readonly diagnostics: readonly Diagnostic[];
}> {
  const { folder, label } = placeOf(args);
  const name = label.split("/").at(-1) ?? label;
  const path = join(folder, name);
  if (args.manifest === undefined && !existsSync(path))
    return { features: [], diagnostics: [] };
  const { loadManifest } = await import("../generator/pipeline.js");
  const { manifest, diagnostics } = loadManifest(path, label);
  // What a build would note is not what was asked.
  const features = manifest === undefined ? [] : usedFeatures(manifest);
  return { features, diagnostics: errorsOf(diagnostics) };
}
