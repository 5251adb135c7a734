/**
 * The layers, from the ground up. An entry is a file or a folder; a file imports
 * only from its own entry and from earlier ones. A new file goes as high in the
 * list (as far down in the project) as its imports allow.
 */
export const runtimeLayers: readonly string[] = [
  "src/runtime/json-rpc.ts",
  "src/runtime/validate.ts",
  "src/runtime/errors.ts",
  "src/runtime/profile.ts",
  "src/runtime/protocol.ts",
  "src/runtime/descriptor.ts",
  "src/runtime/dispose.ts",
  "src/runtime/transport.ts",
];

export const generatorLayers: readonly string[] = [
  "src/generator/json.ts",
  "src/generator/hash.ts",
  "src/generator/inner-path.ts",
  "src/generator/code.ts",
  "src/generator/names.ts",
  "src/generator/diagnostic-row.ts",
  "src/generator/diagnostic-text.ts",
  "src/generator/entry-diagnostics.ts",
  "src/generator/manifest-diagnostics.ts",
  "src/generator/diagnostic-catalogue.ts",
  "src/generator/diagnostic.ts",
  "src/generator/print-diagnostic.ts",
  "src/generator/jsonschema/",
  "src/generator/protocol/",
  "src/generator/manifest/",
  "src/generator/server-record.ts",
  "src/generator/identifiers.ts",
  "src/generator/contract.ts",
  "src/generator/entry-doc.ts",
  "src/generator/parameter-headers.ts",
  "src/generator/uri-variables.ts",
  "src/generator/lower.ts",
  "src/generator/output-file.ts",
  "src/generator/emit/",
  "src/generator/generate.ts",
  "src/generator/lock.ts",
  "src/generator/build-lock.ts",
  "src/generator/snapshot.ts",
  "src/generator/plan.ts",
  "src/generator/journal.ts",
  "src/generator/carry-out.ts",
  "src/generator/write.ts",
  "src/generator/index.ts",
];

export const layers: readonly string[] = [
  ...runtimeLayers,
  ...generatorLayers,
  "src/cli/",
];
