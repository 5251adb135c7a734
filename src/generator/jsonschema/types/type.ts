import { inheritedNames } from "../form/inherited.js";
import {
  code,
  joinCode,
  literal,
  quote,
  templateType,
  typeProperty,
  type Code,
} from "../../code.js";
import { pageWidth, width } from "../../text-width.js";
import { commentOf } from "./comment.js";
import {
  group,
  hardline,
  ifBroken,
  join,
  line,
  list,
  nest,
  print,
  softline,
  type Doc,
} from "../../layout.js";
import { covers, matchesKey } from "./key-pattern.js";
import type { Schema } from "../form/schema.js";
import {
  isSmall,
  union,
  unknown,
  type ArrayShape,
  type Member,
  type ObjectShape,
  type PatternMember,
  type Shape,
} from "./shape.js";

/** The identifier that a named schema is declared under. */
export type NameType = (schema: Schema, filled: boolean) => Code;

/** `export type name = …;` with its comment, laid out. */
export function declareType(
  name: Code,
  shape: Shape,
  schema: Schema | undefined,
  nameType: NameType,
): Code {
  const value = typeDoc(shape, nameType, "alias");
  const head = code`export type ${name} =`;
  const semi = code`;`;
  // where not even the brace fits, prettier moves it to the next line
  const far = shape.is === "object" && width(head) + 2 > pageWidth;
  const whole: Doc = isSmall(shape)
    ? group([head, nest([line, value]), semi])
    : far
      ? [head, nest([hardline, value]), semi]
      : [head, code` `, value, semi];
  return joinCode([commentOf(schema ? [schema] : []), print(whole)], "");
}

/** Where a type stands; prettier lays a union out by it. */
type Position = "alias" | "member" | "element" | "element?" | "operand";

function typeDoc(shape: Shape, name: NameType, position: Position): Doc {
  switch (shape.is) {
    case "literal":
      return typeof shape.value === "string"
        ? quote(shape.value)
        : literal(Object.is(shape.value, -0) ? 0 : shape.value);
    case "reference":
      return name(shape.schema, shape.filled);
    case "array":
      return arrayDoc(shape, name);
    case "object":
      return objectDoc(shape, name);
    case "union":
      return unionDoc(shape.of, name, position);
    case "intersection":
      return intersectionDoc(shape.of, name, position);
    default:
      return keywords[shape.is];
  }
}

const keywords = {
  unknown: code`unknown`,
  never: code`never`,
  string: code`string`,
  number: code`number`,
  boolean: code`boolean`,
  null: code`null`,
};

function unionDoc(
  options: readonly (Shape | "undefined")[],
  name: NameType,
  position: Position,
): Doc {
  const docs = options.map((option) =>
    option === "undefined" ? code`undefined` : typeDoc(option, name, "operand"),
  );
  if (hugs(options)) return bracket(join(docs, code` | `), position);
  const items = docs.map(nest);
  const bars = group([ifBroken(code`| `), join(items, [line, code`| `])]);
  if (position === "alias" || position === "member") {
    return group(nest([softline, bars]));
  }
  if (position === "element") {
    const open: Doc = ifBroken([code`(`, softline]);
    return group([nest([open, bars]), softline, ifBroken(code`)`)]);
  }
  return [code`(`, group([nest([softline, bars]), softline]), code`)`];
}

/** An object type beside `null` stays on its line. */
function hugs(options: readonly (Shape | "undefined")[]): boolean {
  const objects = options.filter(
    (option) => option !== "undefined" && option.is === "object",
  );
  const nulls = options.filter(
    (option) => option !== "undefined" && isNull(option),
  );
  return objects.length === 1 && nulls.length === options.length - 1;
}

function isNull(shape: Shape): boolean {
  return (
    shape.is === "null" || (shape.is === "literal" && shape.value === null)
  );
}

function bracket(doc: Doc, position: Position): Doc {
  return position === "operand" || position === "element?"
    ? [code`(`, doc, code`)`]
    : doc;
}

function intersectionDoc(
  sides: readonly Shape[],
  name: NameType,
  position: Position,
): Doc {
  const docs: Doc[] = [];
  let nested = false;
  for (const [index, side] of sides.entries()) {
    const doc = typeDoc(side, name, "operand");
    const before = sides[index - 1];
    if (before === undefined) docs.push(doc);
    else if (before.is !== "object" && side.is !== "object") {
      docs.push(nest([code` &`, line, doc]));
    } else {
      const mixed = before.is !== "object" || side.is !== "object";
      if (mixed && index > 1) nested = true;
      const inner = (mixed && index > 1) || (!mixed && nested);
      docs.push(code` & `, inner ? nest(doc) : doc);
    }
  }
  return bracket(group(docs), position);
}

function arrayDoc(shape: ArrayShape, name: NameType): Doc {
  const { items, required, rest } = shape;
  if (items.length === 0 && rest !== undefined) {
    return [typeDoc(rest, name, "operand"), code`[]`];
  }
  const docs = items.map((item, index): Doc => {
    const alone = items.length === 1 && rest === undefined;
    if (index >= required) return [typeDoc(item, name, "element?"), code`?`];
    return typeDoc(item, name, alone ? "member" : "element");
  });
  if (rest !== undefined) {
    docs.push([code`...`, typeDoc(rest, name, "operand"), code`[]`]);
  }
  return list(code`[`, docs, code`]`);
}

function objectDoc(shape: ObjectShape, name: NameType): Doc {
  const { members, patterns } = shape;
  const others = indexDocs(shape, name);
  if (members.size + patterns.length === 0) {
    const semi: Doc = ifBroken(code`;`);
    return group([code`{`, nest([line, others, semi]), line, code`}`]);
  }
  const lines: Doc[] = [];
  for (const [key, member] of members) {
    lines.push(hardline, memberDoc(key, member, name));
  }
  for (const doc of others) lines.push(hardline, doc, code`;`);
  return [code`{`, nest(lines), hardline, code`}`];
}

/** The index signatures: one for each template, one for all keys. */
function indexDocs(shape: ObjectShape, name: NameType): readonly Doc[] {
  const { members, patterns, index } = shape;
  const named = [...members];
  const docs = patterns.map(({ keys, shape: own }) => {
    const inside = patterns.filter((one) => covers(keys, one.keys));
    const covered = named.filter(([key]) => matchesKey(keys, key));
    const key = templateType(keys);
    return indexDoc(key, own, inside, covered, name);
  });
  // where members are named, that there are no others is left to be seen
  const isBare = named.length + patterns.length === 0;
  if (isBare || (index !== undefined && index.is !== "never")) {
    const own = index ?? unknown;
    docs.push(indexDoc(code`string`, own, patterns, named, name));
  }
  return docs;
}

/** An index signature covers other ones and the named members too, so it is widened by their types. */
function indexDoc(
  keys: Code,
  own: Shape,
  patterns: readonly PatternMember[],
  named: readonly (readonly [string, Member])[],
  name: NameType,
): Doc {
  const inside = patterns.map(({ shape }) => shape);
  const members = named.map(([key, member]) => printed(key, member));
  const all = union([own, ...inside, ...members]);
  const isWidened = inside.length + members.length > 0 && all !== own;
  const shape = isWidened && !isPrintable(all) ? unknown : all;
  const absent = named.some(([, { required }]) => !required);
  const value =
    absent && shape.is !== "unknown"
      ? unionDoc([...optionsIn(shape), "undefined"], name, "member")
      : typeDoc(shape, name, "member");
  return [code`[key: ${keys}]: `, value];
}

/** Large types are not printed a second time for the sake of the index signature. */
function isPrintable(shape: Shape): boolean {
  return optionsIn(shape).every(isSmall);
}

/** Without `never`, of which a union has no need. */
function optionsIn(shape: Shape): readonly Shape[] {
  if (shape.is === "never") return [];
  return shape.is === "union" ? shape.of : [shape];
}

/** The type that is printed of a member: none of an optional one that TypeScript believes to be always there. */
function printed(key: string, { shape, required }: Member): Shape {
  return !required && inheritedNames.has(key) && key !== "__proto__"
    ? unknown
    : shape;
}

function memberDoc(key: string, member: Member, name: NameType): Doc {
  const { required, notes } = member;
  const shape = printed(key, member);
  const comment = commentDoc(notes);
  const left = typeProperty(key);
  if (required) {
    const value = typeDoc(shape, name, "member");
    return [comment, left, code`: `, value, code`;`];
  }
  const value = optionalDoc(shape, name);
  return [comment, left, code`?: `, value, code`;`];
}

function optionalDoc(shape: Shape, name: NameType): Doc {
  if (shape.is === "unknown") return code`unknown`;
  if (shape.is === "never") return code`undefined`;
  return unionDoc([...optionsIn(shape), "undefined"], name, "member");
}

function commentDoc(schemas: readonly Schema[]): Doc {
  const comment = commentOf(schemas).trimEnd() as Code;
  return comment === "" ? [] : [comment, hardline];
}
