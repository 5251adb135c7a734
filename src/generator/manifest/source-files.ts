import { posix } from "node:path";
import type { Diagnostic, Location } from "../diagnostic.js";
import type { JsonValue } from "../json.js";
import type { FileValues } from "./bundle.js";
import { load, type Loaded } from "./load.js";
import type { Part } from "./yaml-place.js";

/** A manifest's text and the texts of the files that it may refer to. */
export type ManifestText = {
  /** The manifest's path as diagnostics print it, with `/`. */
  readonly file: string;
  readonly text: string;
  /** By path from the manifest's folder, with `/`; only files that could be read. */
  readonly files: ReadonlyMap<string, string>;
};

/** The referenced files, each parsed when it is first asked for. */
export type SourceFiles = FileValues & {
  /** How diagnostics print a file that is named from the manifest's folder. */
  readonly label: (path: string) => string;
  readonly locate: (path: string, pointer: string, part: Part) => Location;
  /** What is wrong in the files that were asked for. */
  readonly diagnostics: () => readonly Diagnostic[];
};

/** Opens the files of a manifest. */
export function openFiles(source: ManifestText): SourceFiles {
  const open = new Map<string, Loaded>();
  const folder = posix.dirname(source.file);
  const label = (path: string): string => posix.join(folder, path);
  const file = (path: string): Loaded | undefined => {
    const text = source.files.get(path);
    const former = open.get(path);
    if (former || text === undefined) return former;
    const loaded = load(label(path), text);
    open.set(path, loaded);
    return loaded;
  };
  return {
    has: (path) => source.files.has(path),
    get: (path): JsonValue | undefined => file(path)?.value,
    label,
    locate: (path, pointer, part) =>
      file(path)?.locate(pointer, part) ?? { file: label(path) },
    diagnostics: () =>
      [...open.values()].flatMap(({ diagnostics }) => diagnostics),
  };
}
