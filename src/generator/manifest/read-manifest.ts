import { readFileSync } from "node:fs";
import { basename, dirname, relative, resolve, sep } from "node:path";
import { diagnostic, type Diagnostic } from "../diagnostic.js";
import { errorCode } from "../error-code.js";
import { recognise } from "./capture.js";
import { load } from "./load.js";
import { referencedFiles } from "./reference.js";
import type { ManifestText } from "./source-files.js";

/** Where to look, and how to call what is found. */
export type ReadOptions = {
  readonly cwd: string;
  /** The manifest's path as diagnostics print it. Default: its path from `cwd`. */
  readonly label?: string;
};

/** What was read, or why nothing was. */
export type ReadManifest = {
  readonly source?: ManifestText;
  /** Absolute paths of what was read: the manifest first. */
  readonly files: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
};

/** More files than any manifest needs: a bound against references that never end. */
const mostFiles = 1000;

/**
 * Reads a manifest and, in a fixed order, every file that it or one of them may
 * refer to by a relative path. A referenced file that is missing is no mistake here:
 * only what a schema reaches is needed.
 */
export function readManifest(path: string, options: ReadOptions): ReadManifest {
  const manifest = resolve(options.cwd, path);
  const label =
    options.label ?? relative(options.cwd, manifest).split(sep).join("/");
  const read = readText(manifest);
  if (read.text === undefined) {
    const problem =
      read.reason === undefined
        ? diagnostic("MANIFEST_MISSING", { file: label }, { file: label })
        : diagnostic(
            "MANIFEST_UNREADABLE",
            { file: label },
            { reason: read.reason },
          );
    return { files: [], diagnostics: [problem] };
  }
  const { text } = read;
  const texts = new Map<string, string>();
  const folder = dirname(manifest);
  const waiting = [...refer(basename(manifest), text, true)];
  const asked = new Set(waiting);
  for (let next = waiting[0], i = 1; next !== undefined; next = waiting[i++]) {
    const found = readText(resolve(folder, next)).text;
    if (found === undefined) continue;
    texts.set(next, found);
    for (const one of refer(next, found)) {
      if (asked.has(one) || asked.size >= mostFiles) continue;
      asked.add(one);
      waiting.push(one);
    }
  }
  return {
    source: { file: label, text, files: texts },
    files: [manifest, ...[...texts.keys()].map((one) => resolve(folder, one))],
    diagnostics: [],
  };
}

/** Parsing is spared where no `$ref` can name a file; a captured list may not name one. */
function refer(
  path: string,
  text: string,
  isManifest = false,
): readonly string[] {
  if (!/\$ref["']?\s*:\s*["']?[^#"'\s]/.test(text)) return [];
  const { value } = load(path, text);
  if (value === undefined) return [];
  const isCapture = isManifest && recognise(path, value).capture !== undefined;
  return isCapture ? [] : referencedFiles(value, path);
}

function readText(path: string): {
  readonly text?: string;
  /** Undefined beside no text: there is no such file. */
  readonly reason?: string;
} {
  try {
    return { text: readFileSync(path, "utf8") };
  } catch (error) {
    const code = errorCode(error);
    if (code === undefined) throw error;
    if (code === "ENOENT" || code === "ENOTDIR") return {};
    return { reason: reasons[code] ?? code };
  }
}

const reasons: { readonly [code: string]: string } = {
  EISDIR: "it is a folder",
  EACCES: "permission denied",
  EPERM: "permission denied",
};
