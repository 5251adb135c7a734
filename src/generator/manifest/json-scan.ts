import { deepest } from "./plain-json.js";

/** What JSON.parse does not tell: where it stopped, and which keys it dropped. */
export type JsonScan = {
  readonly problem?: { readonly offset: number; readonly reason: string };
  readonly duplicates: readonly {
    readonly key: string;
    readonly offset: number;
    readonly first: number;
  }[];
};

type Level = {
  readonly close: "}" | "]";
  /** Offsets of the keys of an object. */
  readonly keys: Map<string, number>;
};

/** What may come next. */
type State = "value" | "first" | "key" | "colon" | "after";

const token =
  /[ \t\n\r]*(?:("(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])|([{}[\],:])|(?=[^])|$)/y;

/** Reads JSON text token by token; stops at the first mistake. */
export function scanJson(text: string): JsonScan {
  const duplicates: {
    readonly key: string;
    readonly offset: number;
    readonly first: number;
  }[] = [];
  const levels: Level[] = [];
  let state: State = "value";
  token.lastIndex = 0;
  for (;;) {
    const match = token.exec(text);
    const [, string, scalar, mark] = match ?? [];
    const found = string ?? scalar ?? mark ?? "";
    const offset = token.lastIndex - found.length;
    const level = levels.at(-1);
    if (found === "" && offset >= text.length && !level && state === "after") {
      return { duplicates };
    }
    const next = follow(state, level, { string, scalar, mark });
    if (levels.length > deepest) {
      return {
        problem: { offset, reason: "it is nested too deeply" },
        duplicates,
      };
    }
    if (next === undefined) {
      return {
        problem: { offset, reason: reasonFor(state, level, text, offset) },
        duplicates,
      };
    }
    if (next === "colon" && string !== undefined && level) {
      const key = JSON.parse(string) as string;
      const first = level.keys.get(key);
      if (first === undefined) level.keys.set(key, offset);
      else duplicates.push({ key, offset, first });
    }
    if (mark === "{" || mark === "[") {
      levels.push({ close: mark === "{" ? "}" : "]", keys: new Map() });
    } else if (mark === "}" || mark === "]") levels.pop();
    state = next;
  }
}

/** The state after a token, or undefined where the token may not stand. */
function follow(
  state: State,
  level: Level | undefined,
  found: {
    readonly string: string | undefined;
    readonly scalar: string | undefined;
    readonly mark: string | undefined;
  },
): State | undefined {
  const { string, scalar, mark } = found;
  const closes = level !== undefined && mark === level.close;
  if (state === "colon") return mark === ":" ? "value" : undefined;
  if (state === "after") {
    if (closes) return "after";
    if (mark !== "," || !level) return undefined;
    return level.close === "}" ? "key" : "value";
  }
  if (state === "first" && closes) return "after";
  if (state === "key" || (state === "first" && level?.close === "}")) {
    return string === undefined ? undefined : "colon";
  }
  if (mark === "{" || mark === "[") return "first";
  return string === undefined && scalar === undefined ? undefined : "after";
}

function reasonFor(
  state: State,
  level: Level | undefined,
  text: string,
  offset: number,
): string {
  const wanted =
    state === "colon"
      ? '":"'
      : state === "after"
        ? level
          ? `"," or "${level.close}"`
          : "the end"
        : state === "key" || level?.close === "}"
          ? state === "value"
            ? "a value"
            : "a key in double quotes"
          : "a value";
  const char = String.fromCodePoint(text.codePointAt(offset) ?? 32);
  return offset >= text.length
    ? `it ends where ${wanted} should stand`
    : `${wanted} should stand here, not ${JSON.stringify(char)}`;
}
