import { code, indent, jsdoc, type Code } from "../code.js";
import {
  group,
  hardline,
  join,
  line,
  nest,
  print,
  softline,
  type Doc,
} from "../layout.js";
import { pageWidth, width } from "../text-width.js";

/** One member of an emitted interface. */
export type Member = {
  readonly doc: readonly string[];
  readonly key: Code;
  readonly type: Doc;
};

/** An applied generic type, broken over lines where it is too long for one. */
export function generic(name: Code, parameters: readonly Code[]): Doc {
  const items = join(parameters, [code`,`, line]);
  // prettier never breaks around a single name
  if (parameters.length === 1) return [code`${name}<`, items, code`>`];
  return group([code`${name}<`, nest([softline, items]), softline, code`>`]);
}

/** The members in braces, one a line. */
export function membersDoc(members: readonly Member[]): Doc {
  if (members.length === 0) return code`{}`;
  const lines = members.map(({ doc, key, type }): Doc => {
    const comment = jsdoc(doc).trimEnd() as Code;
    const before: Doc = comment === "" ? [] : [hardline, comment];
    return [before, hardline, code`readonly ${key}: `, type, code`;`];
  });
  return [code`{`, nest(lines), hardline, code`}`];
}

/** A statement that gives a name its members, which move to the next line where the head is too long for one. */
export function declareMembers(head: Code, members: Code): Code {
  return width(head) + 2 <= pageWidth
    ? code`${head} {${members}\n};`
    : code`${head}\n  {${indent(members)}\n  };`;
}

/** An exported interface. One without members is a type instead: an empty interface would take any value. */
export function declareInterface(
  doc: string,
  name: Code,
  members: readonly Member[],
): Code {
  const head = jsdoc([doc]);
  if (members.length === 0) {
    return code`${head}export type ${name} = Record<never, never>;`;
  }
  const body = [code`export interface ${name} `, membersDoc(members)];
  return code`${head}${print(body)}`;
}
