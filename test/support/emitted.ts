import type { Diagnostic } from "../../src/generator/diagnostic.js";
import type { LoadedManifest } from "../../src/generator/generate.js";
import { parseManifest } from "../../src/generator/manifest/parse-manifest.js";
import type { OutputFile } from "../../src/generator/output-file.js";
import {
  generateServer,
  loadManifest,
  shareRuntime,
} from "../../src/generator/pipeline.js";
import { readProtocols } from "../../src/generator/protocol/read-protocols.js";
import type {
  Identifiers,
  ServerRecord,
} from "../../src/generator/server-record.js";

/** What the library makes of one manifest, nothing of it on disk. */
export type Emitted = {
  /** The server's own files and the user's skeletons; empty after an error. */
  readonly files: readonly OutputFile[];
  readonly record: ServerRecord | undefined;
  readonly diagnostics: readonly Diagnostic[];
};

/** Emits the server of a manifest on disk; `label` is its path as headers name it. */
export async function emitFile(path: string, label: string): Promise<Emitted> {
  return emitLoaded(loadManifest(path, label), label);
}

/** Emits the server of a manifest that is text: YAML, or JSON where `label` says so. */
export async function emitText(
  text: string,
  label = "manifest.yaml",
  identifiers: Identifiers = {},
): Promise<Emitted> {
  const parsed = parseManifest(
    { file: label, text, files: new Map() },
    {
      protocols: readProtocols().protocols.map(({ profile }) => profile),
      environment: {},
    },
  );
  return emitLoaded(
    {
      ...(parsed.manifest === undefined ? {} : { manifest: parsed.manifest }),
      sources: [],
      diagnostics: parsed.diagnostics,
      locate: (pointer) => parsed.locate(pointer, "value"),
    },
    label,
    identifiers,
  );
}

/** Emits the server of a manifest that is a value. */
export async function emitValue(
  manifest: unknown,
  identifiers: Identifiers = {},
): Promise<Emitted> {
  const text = JSON.stringify(manifest, null, 2);
  return emitText(text, "manifest.json", identifiers);
}

async function emitLoaded(
  loaded: LoadedManifest,
  path: string,
  identifiers: Identifiers = {},
): Promise<Emitted> {
  const { manifest, locate, diagnostics } = loaded;
  const failed = diagnostics.some(({ severity }) => severity === "error");
  if (manifest === undefined || failed)
    return { files: [], record: undefined, diagnostics };
  const generated = await generateServer(manifest, {
    path,
    identifiers,
    locate,
    folder: "/",
  });
  const all = [...diagnostics, ...generated.diagnostics];
  return { ...generated, diagnostics: all };
}

/** The runtime files that the servers share, for each `out` among them. */
export async function emitRuntime(
  servers: readonly Emitted[],
): Promise<readonly OutputFile[]> {
  const records = servers.flatMap(({ record }) => record ?? []);
  const outs = [...new Set(records.map(({ out }) => out))];
  const shared = outs.map((out) =>
    shareRuntime(
      out,
      records.filter((record) => record.out === out),
    ),
  );
  return (await Promise.all(shared)).flat();
}

/** The text of the one file whose path ends so. */
export function textOf(files: readonly OutputFile[], end: string): string {
  const found = files.filter(({ path }) => path.endsWith(end));
  if (found.length !== 1)
    throw new Error(`${found.length} files end in ${end}, not one`);
  return found[0]!.text;
}
