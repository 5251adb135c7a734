import { diagnostic, type Diagnostic } from "./diagnostic.js";
import { isJsonObject, member } from "./json.js";
import { lockVersion, type Lock } from "./lock.js";
import { conflictMarker, mergeSides } from "./merge-lock.js";
import { readLockShape, type Wrong } from "./lock-shape.js";

/** The lock, or why there is none to go by. */
export type ParsedLock =
  { readonly lock: Lock } | { readonly problem: Diagnostic };

/**
 * Reads a lock's text; `file` is its path as diagnostics print it. The sides of a
 * merge are joined; a lock that is broken otherwise gives LOCK_BROKEN with the first
 * bad line, and one that a newer mcpgen wrote gives LOCK_TOO_NEW.
 */
export function parseLock(text: string, file: string): ParsedLock {
  const broken = (line: number | undefined, why: string): ParsedLock => ({
    problem: diagnostic(
      "LOCK_BROKEN",
      line === undefined ? { file } : { file, line },
      { why },
    ),
  });
  const marker = conflictMarker.exec(text);
  let value: unknown;
  try {
    value = marker ? mergeSides(text) : JSON.parse(text);
  } catch (error) {
    return broken(lineOfSyntaxError(text, error), "it is no valid JSON");
  }
  if (marker && value === undefined) {
    const why =
      "it holds merge conflict markers, and its sides do not go together";
    return broken(lineAt(text, marker.index), why);
  }
  if (!isJsonObject(value)) return broken(1, "it holds no JSON object");
  const version = member(value, "version");
  if (typeof version === "number" && version > lockVersion) {
    return { problem: diagnostic("LOCK_TOO_NEW", { file }, { version }) };
  }
  if (version !== lockVersion) return broken(undefined, "it names no version");
  const wrong: Wrong[] = [];
  const lock = readLockShape(value, wrong);
  const [first] = wrong;
  if (first === undefined) return { lock };
  const what = `${JSON.stringify(first.key)} ${first.what}`;
  return broken(lineOfKey(text, first.key), what);
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}

function lineOfKey(text: string, key: string): number | undefined {
  const at = text.indexOf(`${JSON.stringify(key)}:`);
  return at < 0 ? undefined : lineAt(text, at);
}

/** A line that printLock can write. */
const text = String.raw`"(?:[^"\\]|\\.)*"`;
const list = String.raw`\[(?:${text}(?:, ${text})*)?\]`;
const goodLine = new RegExp(
  String.raw`^\s*(?:(?:${text}: )?(?:${text}|\d+|[[{]|${list}|\{\})|[\]}]),?\r?$`,
);

/** V8 names a position only in some of its messages; otherwise the first odd line is blamed. */
function lineOfSyntaxError(text: string, error: unknown): number | undefined {
  const position = /at position (\d+)/.exec(String(error))?.[1];
  if (position !== undefined) return lineAt(text, Number(position));
  const lines = text.split("\n");
  const odd = lines.findIndex((line) => line !== "" && !goodLine.test(line));
  return odd < 0 ? lines.length : odd + 1;
}
