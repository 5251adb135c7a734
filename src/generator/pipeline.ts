import { hasErrors } from "./diagnostic.js";
import { emit, runtimeEntries } from "./emit/emit.js";
import { runtimeFiles } from "./emit/runtime-files.js";
import type { GenerateContext, Generated, LoadedManifest } from "./generate.js";
import { lower } from "./lower.js";
import type { Manifest } from "./manifest/manifest.js";
import { parseManifest } from "./manifest/parse-manifest.js";
import { readManifest } from "./manifest/read-manifest.js";
import type { OutputFile } from "./output-file.js";
import { readProtocols } from "./protocol/read-protocols.js";
import { contractFile } from "./recorded-contract.js";
import type { ServerRecord } from "./server-record.js";

/** Read, load, normalize, check: from an absolute path to a checked manifest. */
export function loadManifest(path: string, label: string): LoadedManifest {
  const read = readManifest(path, { cwd: "/", label });
  if (read.source === undefined) {
    const { files, diagnostics } = read;
    return { sources: files, diagnostics, locate: () => ({ file: label }) };
  }
  const parsed = parseManifest(read.source, {
    protocols: readProtocols().protocols.map(({ profile }) => profile),
    environment: process.env,
  });
  const { manifest, diagnostics } = parsed;
  const locate = (pointer: string) => parsed.locate(pointer, "value");
  const sources = read.files;
  if (manifest === undefined || !hasErrors(diagnostics)) {
    return { ...(manifest && { manifest }), sources, diagnostics, locate };
  }
  // what could be read is judged too, so that one run names every mistake
  const judged = lower(manifest, [], {}, locate).diagnostics;
  return { sources, diagnostics: [...diagnostics, ...judged], locate };
}

/** Lower, emit: from a checked manifest to the text of its server's own files. */
export async function generateServer(
  manifest: Manifest,
  { path, folder, identifiers, locate }: GenerateContext,
): Promise<Generated> {
  const { protocols } = readProtocols(undefined, manifest.versions);
  const lowered = lower(manifest, protocols, identifiers, locate);
  const { contract, diagnostics } = lowered;
  const emitted = hasErrors(diagnostics)
    ? []
    : [...(await emit(contract, path)), contractFile(manifest)];
  const files =
    manifest.format === "prettier"
      ? await (await import("./format.js")).format(emitted, folder)
      : emitted;
  const record = {
    manifest: path,
    out: manifest.out,
    importExtension: manifest.importExtension,
    runtime: runtimeEntries(contract),
    identifiers: lowered.identifiers,
  };
  return { files, record, diagnostics };
}

/** The runtime that all servers of one `out` share. */
export function shareRuntime(
  out: string,
  servers: readonly ServerRecord[],
): Promise<readonly OutputFile[]> {
  const entries = new Set(servers.flatMap((server) => server.runtime));
  const extension = servers[0]?.importExtension ?? "js";
  return runtimeFiles([...entries], out, extension);
}
