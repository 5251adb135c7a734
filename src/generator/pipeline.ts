import { dirname } from "node:path";
import { hasErrors, type Diagnostic } from "./diagnostic.js";
import type { Contract } from "./contract.js";
import { emit, runtimeEntries } from "./emit/emit.js";
import { runtimeFiles } from "./emit/runtime-files.js";
import type { Formatted } from "./format.js";
import type { GenerateContext, Generated, LoadedManifest } from "./generate.js";
import { lower } from "./lower.js";
import type { Manifest } from "./manifest/manifest.js";
import { parseManifest } from "./manifest/parse-manifest.js";
import { readManifest } from "./manifest/read-manifest.js";
import type { OutputFile } from "./output-file.js";
import {
  explain,
  inheritedNotes,
  listVersions,
  ownSchemasBeside,
  readProtocols,
  type OwnSchemas,
} from "./protocol/read-protocols.js";
import { contractFile } from "./recorded-contract.js";
import type { ServerRecord } from "./server-record.js";

/** Read, load, normalize, check: from an absolute path to a checked manifest. */
export function loadManifest(path: string, label: string): LoadedManifest {
  const read = readManifest(path, { cwd: "/", label });
  if (read.source === undefined) {
    const { files, diagnostics } = read;
    return { sources: files, diagnostics, locate: () => ({ file: label }) };
  }
  const own = ownSchemasBeside(dirname(path), label);
  const known = readProtocols(own);
  const parsed = parseManifest(read.source, {
    protocols: known.protocols.map(({ profile }) => profile),
    environment: process.env,
  });
  const { manifest } = parsed;
  const diagnostics = [
    ...known.diagnostics,
    ...parsed.diagnostics,
    ...inheritedNotes(known, own, manifest?.versions ?? []),
  ];
  const locate = (pointer: string) => parsed.locate(pointer, "value");
  const sources = [...read.files, ...known.files];
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
  context: GenerateContext,
): Promise<Generated> {
  const { path, folder, identifiers, locate } = context;
  const own = ownSchemasBeside(folder, path);
  const { protocols } = readProtocols(own, manifest.versions);
  const lowered = lower(manifest, protocols, identifiers, locate);
  const { contract } = lowered;
  const { texts, problems } = hasErrors(lowered.diagnostics)
    ? noTexts
    : await emitOrExplain(contract, path, own);
  const diagnostics = [...lowered.diagnostics, ...problems];
  const recorded = hasErrors(diagnostics) ? undefined : contractFile(manifest);
  const emitted = recorded === undefined ? [] : [...texts, recorded];
  const formatted =
    manifest.format === "prettier"
      ? await formatAll(emitted, folder, locate("").file.slice(0, -path.length))
      : { files: emitted, diagnostics: [] };
  const record = {
    manifest: path,
    out: manifest.out,
    importExtension: manifest.importExtension,
    runtime: runtimeEntries(contract),
    identifiers: lowered.identifiers,
  };
  const notes =
    recorded === undefined
      ? []
      : await notesOnContract(manifest, recorded, context, own);
  return {
    files: formatted.files,
    record,
    diagnostics: [...diagnostics, ...formatted.diagnostics, ...notes],
  };
}

/** Prettier is loaded only where the manifest asks for it. */
async function formatAll(
  files: readonly OutputFile[],
  folder: string,
  prefix: string,
): Promise<Formatted<OutputFile>> {
  const { format } = await import("./format.js");
  return format(files, { folder, prefix });
}

/** Whom the contract breaks that is about to be recorded; comparing costs nothing while it stays as it is. */
async function notesOnContract(
  manifest: Manifest,
  { path: file, text: current }: OutputFile,
  { recordedContract: text, locate }: GenerateContext,
  own: OwnSchemas | undefined,
): Promise<readonly Diagnostic[]> {
  if (text === undefined || text === current) return [];
  const { contractNotes } = await import("./diff/contract-notes.js");
  const protocols = readProtocols(own).protocols.map(({ profile }) => profile);
  return contractNotes({ file, text }, { manifest, locate }, protocols);
}

type Texts = {
  readonly texts: readonly OutputFile[];
  readonly problems: readonly Diagnostic[];
};

const noTexts: Texts = { texts: [], problems: [] };

/** The emitted files, or what in a version of the user's has no types. */
async function emitOrExplain(
  contract: Contract,
  path: string,
  own: OwnSchemas | undefined,
): Promise<Texts> {
  try {
    return { texts: await emit(contract, path), problems: [] };
  } catch (error) {
    return { texts: [], problems: explain(error, listVersions(own)) };
  }
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
