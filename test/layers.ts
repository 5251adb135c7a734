/**
 * The layers, from the ground up. A file imports only from its own layer and from
 * earlier ones, and nothing imports in a circle. `*` stands for any part of a name,
 * a slash at the end for a whole folder; an exact name goes before a longer pattern,
 * a longer pattern before a shorter one. A new file belongs as early as its imports allow.
 */
export type Layer = {
  readonly name: string;
  readonly files: readonly string[];
};

export const runtimeLayers = inFolder("src/runtime/", {
  "words of the wire":
    "json-rpc.ts sentence.ts validate.ts verdicts.ts trial.ts union.ts profile.ts protocol.ts",
  "shared shapes":
    "errors.ts descriptor.ts catalogue.ts dispose.ts transport.ts",
  formats: "punycode.ts idna.ts format-*.ts",
  "both sides":
    "alarm.ts header-value.ts idle-map.ts lines.ts list-entry.ts sse.ts uri-template.ts",
  client:
    "client-*.ts legacy-client.ts modern-client.ts input-required.ts pagination.ts tool-call.ts facade.ts client.ts host*.ts verify.ts",
  "client authorization": "oauth-*.ts oauth.ts",
  server:
    "call.ts context.ts run-handler.ts server-*.ts inbound.ts listen.ts legacy-server.ts modern-server.ts server.ts",
  transports:
    "linked.ts stdio-*.ts http-*.ts request-headers.ts fetch-server.ts node-http-*.ts server-oauth*.ts",
  program: "node-main.ts",
});

export const generatorLayers = inFolder("src/generator/", {
  "plain values":
    "json.ts json-pointer.ts subschemas.ts hash.ts inner-path.ts schema-folder.ts fingerprint.ts error-code.ts output-file.ts server-record.ts",
  "text into code": "text-width.ts json-text.ts code.ts names.ts layout.ts",
  wording: "diagnostic-row.ts diagnostic-text.ts",
  catalogue: "*-diagnostics.ts diagnostic-catalogue.ts",
  diagnostics: "diagnostic.ts print-diagnostic.ts",
  manifest: "manifest/",
  "recorded contract": "recorded-contract.ts",
  "schema form": "jsonschema/form/",
  "schema reader": "jsonschema/read/",
  "schema defaults": "jsonschema/defaults.ts",
  "schema types": "jsonschema/types/",
  "schema validators": "jsonschema/validators/",
  "schema compiler": "jsonschema/compile.ts",
  protocol: "protocol/",
  contract: "contract.ts",
  lowering:
    "identifiers.ts naming.ts entry-doc.ts parameter-headers.ts uri-variables.ts lower.ts",
  "contract changes": "diff/",
  "live servers": "pull/",
  emit: "emit/",
  format: "format.ts",
  generate: "generate.ts",
  lock: "lock.ts lock-shape.ts merge-lock.ts parse-lock.ts build-lock.ts",
  disk: "snapshot.ts site.ts fresh.ts journal.ts",
  "user's files": "user-files/",
  plan: "next-lock.ts generate-servers.ts share-files.ts plan.ts unused-handlers.ts plan-site.ts build-result.ts",
  write: "carry-out.ts write.ts",
  build: "pipeline.ts run-build.ts stages.ts index.ts add-version.ts",
  "contract comparison":
    "diff/run-diff.ts diff/baseline.ts diff/accept.ts diff/git-file.ts diff/live-baseline.ts diff/print-*.ts",
  mock: "mock/",
});

export const layers: readonly Layer[] = [
  ...runtimeLayers,
  ...generatorLayers,
  { name: "command line", files: ["src/cli/"] },
];

/** Layers by name, each with its patterns in one line. */
function inFolder(
  folder: string,
  rows: { readonly [name: string]: string },
): Layer[] {
  return Object.entries(rows).map(([name, files]) => ({
    name,
    files: files.split(" ").map((file) => folder + file),
  }));
}
