import { isJsonObject, type JsonObject, type JsonValue } from "./json.js";
import { pageWidth, width } from "./text-width.js";

declare const brand: unique symbol;

/**
 * TypeScript source text that is safe to emit. Foreign text (names, descriptions,
 * defaults) becomes Code only through the functions of this file; `code` joins
 * Code with the generator's own source text.
 */
export type Code = string & { readonly [brand]: "Code" };

/** Joins the generator's own source text with Code; a plain string does not compile here. */
export function code(
  text: TemplateStringsArray,
  ...values: readonly (Code | number)[]
): Code {
  let joined = text[0] ?? "";
  for (let index = 0; index < values.length; index++) {
    joined += String(values[index]) + (text[index + 1] ?? "");
  }
  return joined as Code;
}

/** Joins pieces of Code with a separator of the generator's own. */
export function joinCode(pieces: readonly Code[], separator: string): Code {
  return pieces.join(separator) as Code;
}

/** Shifts every line but the first by two spaces for each level. Never applied to template literals, which are not emitted. */
export function indent(text: Code, levels = 1): Code {
  return text.replaceAll(/\n(?=[^\n])/g, `\n${"  ".repeat(levels)}`) as Code;
}

/** Joiners may stand in names too, but nobody sees them, and TypeScript 5.4 refuses them. */
const identifierPattern =
  /^(?!.*[\u200c\u200d])[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;

const reservedWords = new Set(
  (
    "arguments await break case catch class const continue debugger default delete do else enum eval export " +
    "extends false finally for function if implements import in instanceof interface let new null package " +
    "private protected public return static super switch this throw true try typeof undefined var void while with yield"
  ).split(" "),
);

/** Nearly every name; seen without Unicode's tables. */
const asciiIdentifier = /^[A-Za-z_$][\w$]*$/;

/** True when the text can name a binding: an identifier that no ECMAScript or strict-mode rule reserves. */
export function isIdentifier(text: string): boolean {
  const isName = asciiIdentifier.test(text) || identifierPattern.test(text);
  return isName && !reservedWords.has(text);
}

/** A binding's name. Throws on text that is none: names are decided before anything is emitted. */
export function identifier(text: string): Code {
  if (!isIdentifier(text)) {
    throw new Error(
      `${JSON.stringify(text)} is no identifier; this is a bug in mcpgen`,
    );
  }
  return text as Code;
}

/** Beyond the first 65,536 characters prettier keeps the quotes. */
const plainKey =
  /^(?!.*[\u200c\u200d\u{10000}-\u{10ffff}])[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;

/** A key of an object literal or type: bare where TypeScript and prettier allow it, else quoted. */
export function property(name: string): Code {
  if (name === "__proto__") return '["__proto__"]' as Code;
  return typeProperty(name);
}

/** A key of a type literal, where `__proto__` is an ordinary name. */
export function typeProperty(name: string): Code {
  const isBare = asciiIdentifier.test(name) || plainKey.test(name);
  return isBare ? (name as Code) : quote(name);
}

/**
 * Line separators, and marks that reorder or hide what stands beside them: in plain
 * sight, code would not read as it runs.
 */
const unseen =
  /[\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g;

function escaped(char: string): string {
  return `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** Printable ASCII that needs no escape in either kind of quotes. */
const plainText = /^[ !#-&(-[\]-~]*$/;

/** A JSON string, in which nothing shows as what it is not. */
export function jsonString(text: string): string {
  if (plainText.test(text)) return `"${text}"`;
  return JSON.stringify(text).replaceAll(unseen, escaped);
}

/** A string literal in prettier's style: double quotes unless single ones need fewer escapes. */
export function quote(text: string): Code {
  if (plainText.test(text)) return `"${text}"` as Code;
  const json = jsonString(text);
  const doubles = text.split('"').length - 1;
  const singles = text.split("'").length - 1;
  if (doubles <= singles) return json as Code;
  const body = json.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  return `'${body}'` as Code;
}

/** A template literal type: the texts with `${string}` between them. */
export function templateType(texts: readonly string[]): Code {
  const bodies = texts.map((text) =>
    JSON.stringify(text)
      .slice(1, -1)
      .replaceAll('\\"', '"')
      .replaceAll(unseen, escaped)
      .replaceAll(/`|\$(?=\{)/g, "\\$&"),
  );
  return `\`${bodies.join("${string}")}\`` as Code;
}

/**
 * A JSON value as a TypeScript expression, laid out as prettier would at the given
 * indentation (`column` is where the expression starts, `depth` its nesting level).
 */
export function literal(value: JsonValue, depth = 0, column = 0): Code {
  if (typeof value === "string") return quote(value);
  if (typeof value === "number") return numberLiteral(value);
  if (Array.isArray(value)) return arrayLiteral(value, depth, column);
  if (isJsonObject(value)) return objectLiteral(value, depth);
  return JSON.stringify(value) as Code;
}

function numberLiteral(value: number): Code {
  return (
    Object.is(value, -0) ? "-0" : String(value).replace("e+", "e")
  ) as Code;
}

function objectLiteral(value: JsonObject, depth: number): Code {
  const keys = Object.keys(value);
  if (keys.length === 0) return "{}" as Code;
  const pad = "  ".repeat(depth + 1);
  const lines = keys.map(
    (key) => `${pad}${jsonMember(key, value[key] as JsonValue, depth + 1)}\n`,
  );
  return `{\n${lines.join("")}${"  ".repeat(depth)}}` as Code;
}

/** `key: value,` of an object literal whose members stand at the given depth. */
export function jsonMember(key: string, value: JsonValue, depth: number): Code {
  const name = property(key);
  const column = depth * 2 + width(name) + 2;
  const text = literal(value, depth, column);
  return typeof value === "string"
    ? assigned(name, text, depth)
    : (`${name}: ${text},` as Code);
}

/**
 * `key: value,` of a value that is one word: where it is too long for its line it
 * moves to the next one, if that gains a few columns.
 */
export function assigned(key: Code, value: Code, depth: number): Code {
  const columns = depth * 2 + width(key) + 2 + width(value) + 1;
  const hangs = width(key) > 4 && columns > pageWidth;
  const gap = hangs ? `\n${"  ".repeat(depth + 1)}` : " ";
  return `${key}:${gap}${value},` as Code;
}

function arrayLiteral(
  value: readonly JsonValue[],
  depth: number,
  column: number,
): Code {
  if (value.length === 0) return "[]" as Code;
  const inline = value.every(isInline) && !isMatrix(value);
  const line = inline ? oneLine(value) : "";
  // the comma behind it has to fit too
  if (inline && column + width(line) + 1 <= pageWidth) return line as Code;
  const pad = "  ".repeat(depth + 1);
  const body = value.every((item) => typeof item === "number")
    ? fill(value, pad)
    : value
        .map((item) => `${pad}${literal(item, depth + 1, pad.length)},\n`)
        .join("");
  return `[\n${body}${"  ".repeat(depth)}]` as Code;
}

/** A value on one line; only for what is inline. */
function oneLine(value: JsonValue): string {
  return Array.isArray(value)
    ? `[${value.map(oneLine).join(", ")}]`
    : literal(value);
}

/** True for what has no line break of its own. */
function isInline(value: JsonValue): boolean {
  if (Array.isArray(value)) return value.every(isInline) && !isMatrix(value);
  return !isJsonObject(value) || Object.keys(value).length === 0;
}

/** True for several lists of several values, which prettier always sets one a line. */
function isMatrix(value: readonly JsonValue[]): boolean {
  return (
    value.length > 1 &&
    value.every((item) => Array.isArray(item) && item.length > 1)
  );
}

/** Numbers, as many on a line as fit. */
function fill(numbers: readonly number[], pad: string): string {
  const lines: string[] = [];
  for (const item of numbers) {
    const text = `${numberLiteral(item)},`;
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + text.length <= pageWidth) {
      lines[lines.length - 1] = `${last} ${text}`;
    } else lines.push(pad + text);
  }
  return `${lines.join("\n")}\n`;
}

/** What compilers and bundlers obey in a comment. */
const directive = /@(?=ts-|jsx|license|preserve|cc_on)/gi;

/** Printable ASCII without the beginnings of what has to be defused. */
const plainLine = /^[ -)+-?A-~]*$/;

/** A line of a comment that can neither end it, nor command a tool, nor hide what it says. */
function commentLine(line: string): string {
  if (plainLine.test(line)) return line.trimEnd();
  return (
    line
      .replaceAll("*/", "*\\/")
      .replaceAll(directive, "@ ")
      // control characters have no place in a comment
      .replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f]/g, " ")
      .replaceAll(unseen, escaped)
      .replaceAll(/\p{Surrogate}/gu, "\ufffd")
      .trimEnd()
  );
}

/** A JSDoc comment, one line of text a line; empty input gives no comment. Text cannot end the comment. */
export function jsdoc(lines: readonly string[]): Code {
  const [only = ""] = lines;
  if (lines.length < 2 && plainLine.test(only)) {
    const text = only.trim();
    return (text === "" ? "" : `/** ${text} */\n`) as Code;
  }
  const safe = lines
    .flatMap((line) => line.split(/\r\n|[\n\r\u2028\u2029]/))
    .map(commentLine);
  if (safe.every((line) => line === "")) return "" as Code;
  if (safe.length === 1) return `/** ${(safe[0] ?? "").trim()} */\n` as Code;
  return `/**\n${safe.map((line) => (line === "" ? " *\n" : ` * ${line}\n`)).join("")} */\n` as Code;
}
