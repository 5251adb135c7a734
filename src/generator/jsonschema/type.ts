import {
  code,
  joinCode,
  literal,
  quote,
  typeProperty,
  type Code,
} from "../code.js";
import { pageWidth, width } from "../text-width.js";
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
} from "./layout.js";
import { isSmall } from "./lower.js";
import type { Schema } from "./schema.js";
import {
  union,
  unknown,
  type ArrayShape,
  type Member,
  type ObjectShape,
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
type Spot = "alias" | "member" | "element" | "element?" | "operand";

function typeDoc(shape: Shape, name: NameType, spot: Spot): Doc {
  switch (shape.is) {
    case "literal":
      return typeof shape.value === "string"
        ? quote(shape.value)
        : literal(Object.is(shape.value, -0) ? 0 : shape.value);
    case "name":
      return name(shape.schema, shape.filled);
    case "array":
      return arrayDoc(shape, name);
    case "object":
      return objectDoc(shape, name);
    case "union":
      return unionDoc(shape.of, name, spot);
    case "both":
      return intersectionDoc(shape.of, name, spot);
    default:
      return keyword(shape.is);
  }
}

function keyword(
  word: "unknown" | "never" | "string" | "number" | "boolean" | "null",
): Code {
  const words = {
    unknown: code`unknown`,
    never: code`never`,
    string: code`string`,
    number: code`number`,
    boolean: code`boolean`,
    null: code`null`,
  };
  return words[word];
}

function unionDoc(
  options: readonly (Shape | "undefined")[],
  name: NameType,
  spot: Spot,
): Doc {
  const docs = options.map((option) =>
    option === "undefined" ? code`undefined` : typeDoc(option, name, "operand"),
  );
  if (hugs(options)) return bracket(join(docs, code` | `), spot);
  const items = docs.map(nest);
  const bars = group([ifBroken(code`| `), join(items, [line, code`| `])]);
  if (spot === "alias" || spot === "member") {
    return group(nest([softline, bars]));
  }
  if (spot === "element") {
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

function bracket(doc: Doc, spot: Spot): Doc {
  return spot === "operand" || spot === "element?"
    ? [code`(`, doc, code`)`]
    : doc;
}

function intersectionDoc(
  sides: readonly Shape[],
  name: NameType,
  spot: Spot,
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
  return bracket(group(docs), spot);
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
  const { members } = shape;
  const index = (): Doc => {
    const [only, ...more] = indexOf(shape);
    if (only === undefined || only === "undefined") return code`undefined`;
    return more.length === 0
      ? typeDoc(only, name, "member")
      : unionDoc([only, ...more], name, "member");
  };
  if (members.size === 0) {
    const value = index();
    const only: Doc = [code`[key: string]: `, value];
    const semi: Doc = ifBroken(code`;`);
    return group([code`{`, nest([line, only, semi]), line, code`}`]);
  }
  const lines: Doc[] = [];
  for (const [key, member] of members) {
    lines.push(hardline, memberDoc(key, member, name));
  }
  if (shape.index !== undefined) {
    lines.push(hardline, code`[key: string]: `, index(), code`;`);
  }
  return [code`{`, nest(lines), hardline, code`}`];
}

/** An index signature covers the named members too, so it is widened by their types. */
function indexOf(shape: ObjectShape): readonly (Shape | "undefined")[] {
  const { index, members } = shape;
  if (index === undefined || index.is === "unknown") return [unknown];
  const named = [...members.values()];
  const all = union([index, ...named.map((member) => member.shape)]);
  if (all.is === "unknown" || (members.size > 0 && !isPrintable(all))) {
    return [unknown];
  }
  const options = all.is === "union" ? all.of : [all];
  const absent = named.some((member) => !member.required);
  return absent ? [...options, "undefined"] : options;
}

/** Large types are not printed a second time for the sake of the index signature. */
function isPrintable(shape: Shape): boolean {
  return shape.is === "union" ? shape.of.every(isSmall) : isSmall(shape);
}

function memberDoc(key: string, member: Member, name: NameType): Doc {
  const { shape, required, notes } = member;
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
  const options = shape.is === "union" ? shape.of : [shape];
  return unionDoc([...options, "undefined"], name, "member");
}

function commentDoc(schemas: readonly Schema[]): Doc {
  const comment = commentOf(schemas).trimEnd() as Code;
  return comment === "" ? [] : [comment, hardline];
}
