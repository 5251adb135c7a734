import { existsSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { diagnostic, errorsOf, type Diagnostic } from "../diagnostic.js";
import { isJsonObject, member, type JsonObject } from "../json.js";
import { lockName } from "../lock.js";
import type { Manifest } from "../manifest/manifest.js";
import { parseManifest } from "../manifest/parse-manifest.js";
import { loadManifest } from "../pipeline.js";
import { ownSchemasBeside, readProtocols } from "../protocol/read-protocols.js";
import { contractName } from "../recorded-contract.js";
import type { Side } from "./change.js";
import { openRevision } from "./git-file.js";

/** What a manifest is compared with, and how reports call it. */
export type Baseline =
  | { readonly side: Side; readonly label: string }
  | { readonly problems: readonly Diagnostic[] };

/** The manifest that is compared, and where it lies. */
export type Subject = {
  readonly manifest: Manifest;
  /** Absolute. */
  readonly path: string;
  readonly cwd: string;
  /** What reports print before names of that folder: "" or a folder that ends with `/`. */
  readonly prefix: string;
};

type ReadText = (name: string) => string | undefined;

/** The contract that the last build recorded. Error: CONTRACT_MISSING. */
export function recordedBaseline({
  manifest,
  path,
  prefix,
}: Subject): Baseline {
  const folder = dirname(path);
  const read: ReadText = (name) => {
    const file = join(folder, name);
    return existsSync(file) ? readFileSync(file, "utf8") : undefined;
  };
  const found = findContract(manifest, basename(path), read);
  if (found !== undefined)
    return sideOf(found.text, prefix + found.name, folder);
  const at = { file: prefix + contractName(manifest.server.name) };
  const { name: server } = manifest.server;
  return { problems: [diagnostic("CONTRACT_MISSING", at, { server })] };
}

/**
 * What `--against` names: a manifest or contract file, or else a git revision, of which
 * the recorded contract counts, or a file after a colon.
 */
export function namedBaseline(subject: Subject, against: string): Baseline {
  const file = resolve(subject.cwd, against);
  if (statSync(file, { throwIfNoEntry: false })?.isFile() === true) {
    return loaded(loadManifest(file, against), against);
  }
  const folder = dirname(subject.path);
  const colon = against.indexOf(":");
  const ref = colon === -1 ? against : against.slice(0, colon);
  const at = { file: against };
  const revision = openRevision(folder, ref, at);
  if ("problem" in revision) return { problems: [revision.problem] };
  if (colon !== -1) {
    const name = against.slice(colon + 1);
    const text = revision.read(name);
    if (text !== undefined) return sideOf(text, against, folder);
    return {
      problems: [diagnostic("GIT_FILE_MISSING", at, { ref, files: [name] })],
    };
  }
  const { manifest, path } = subject;
  const found = findContract(manifest, basename(path), revision.read);
  if (found !== undefined)
    return sideOf(found.text, `${ref}:${found.name}`, folder);
  const files = [contractName(manifest.server.name)];
  return { problems: [diagnostic("GIT_FILE_MISSING", at, { ref, files })] };
}

/** The contract by the server's name or, where the server was renamed since, by its manifest in the lock. */
function findContract(
  { server }: Manifest,
  manifest: string,
  read: ReadText,
): { readonly name: string; readonly text: string } | undefined {
  const own = contractName(server.name);
  const text = read(own);
  if (text !== undefined) return { name: own, text };
  const former = formerName(read(lockName), manifest);
  if (former === undefined) return undefined;
  const name = contractName(former);
  const found = read(name);
  return found === undefined ? undefined : { name, text: found };
}

function formerName(
  lock: string | undefined,
  manifest: string,
): string | undefined {
  if (lock === undefined) return undefined;
  const servers = member(parsed(lock), "servers");
  if (!isJsonObject(servers)) return undefined;
  return Object.keys(servers).find((name) => {
    const server = member(servers, name);
    return isJsonObject(server) && member(server, "manifest") === manifest;
  });
}

/** A lock that does not parse names nobody; whoever builds hears of it. */
function parsed(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : {};
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}

/** A side from text alone; what it refers to in other files is not followed. */
export function sideOf(text: string, label: string, folder: string): Baseline {
  const known = readProtocols(ownSchemasBeside(folder, label));
  const read = parseManifest(
    { file: label, text, files: new Map() },
    {
      protocols: known.protocols.map(({ profile }) => profile),
      environment: process.env,
    },
  );
  const locate = (pointer: string) => read.locate(pointer, "value");
  return loaded({ ...read, locate }, label);
}

function loaded(
  read: {
    readonly manifest?: Manifest;
    readonly diagnostics: readonly Diagnostic[];
    readonly locate: Side["locate"];
  },
  label: string,
): Baseline {
  const { manifest, diagnostics, locate } = read;
  const problems = errorsOf(diagnostics);
  if (problems.length > 0 || manifest === undefined) return { problems };
  return { side: { manifest, locate }, label };
}
