import {
  Document,
  type DocumentOptions,
  isNode,
  isScalar,
  type Node,
  Pair,
  parseDocument,
  type ParseOptions,
  Scalar,
  type ScalarTag,
  type SchemaOptions,
} from "yaml";
import type { JsonValue } from "../json.js";

/**
 * What a reader could not see, or what an editor, a terminal or YAML itself might
 * change: controls, marks that turn or hide text, halves of a character.
 */
const odd =
  /[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufffe\uffff\u{e0000}-\u{e0fff}]|\p{Cs}/u;

/** Writes such a text in quotes, with escapes in the place of those characters. */
const oddText: ScalarTag = {
  tag: "tag:yaml.org,2002:str",
  default: true,
  identify: (value) =>
    typeof value === "string" && (odd.test(value) || value === "<<"),
  resolve: (text) => text,
  stringify: ({ value }) => {
    const everyOdd = new RegExp(odd, "gu");
    return JSON.stringify(value).replaceAll(everyOdd, escaped);
  },
};

function escaped(char: string): string {
  const code = (char.codePointAt(0) ?? 0).toString(16);
  return code.length > 4
    ? `\\U${code.padStart(8, "0")}`
    : `\\u${code.padStart(4, "0")}`;
}

const options: ParseOptions & DocumentOptions & SchemaOptions = {
  version: "1.2",
  merge: true,
  stringKeys: true,
  prettyErrors: false,
  resolveKnownTags: false,
  logLevel: "error",
  customTags: (tags) => [oddText, ...tags],
};

/** An empty map, to be filled and printed. */
export function newDocument(): Document {
  return new Document({}, options);
}

/** A file as it stands, to be changed in places. */
export function openDocument(text: string): Document.Parsed {
  return parseDocument(text, options);
}

/** The document as text: a text in it stands in one line, or in as many as it has itself. */
export function printDocument(document: Document, indentSeq = true): string {
  return document.toString({
    lineWidth: 0,
    flowCollectionPadding: false,
    doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER,
    indentSeq,
  });
}

/** A value as nodes of a document. */
export function nodeOf(document: Document, value: JsonValue): Node {
  return document.createNode(value, { aliasDuplicateObjects: false });
}

/** A member of a map; with a blank line before it where that is asked for. */
export function pairOf(
  document: Document,
  key: string,
  value: JsonValue,
  spaceBefore = false,
): Pair<Scalar<string>, Node> {
  const name = new Scalar(key);
  name.spaceBefore = spaceBefore;
  return new Pair(name, nodeOf(document, value));
}

/** The text of a key. */
export function keyText(key: unknown): string | undefined {
  if (typeof key === "string") return key;
  return isNode(key) && isScalar(key) ? String(key.value) : undefined;
}
