import { accepts, memberSchemas } from "../../jsonschema/form/judge.js";
import {
  inPlace,
  kinds,
  type Kind,
  type Schema,
} from "../../jsonschema/form/schema.js";
import type { JsonValue } from "../../json.js";
import { equal } from "../../../runtime/validate.js";

/** What judges one value: some schemas, and with them all that their `$ref` and `allOf` add. */
export type Position = {
  readonly roots: readonly Schema[];
  readonly parts: readonly Schema[];
};

/** The position that some schemas stand for together. */
export function positionOf(roots: readonly Schema[]): Position {
  const parts = new Set<Schema>();
  const add = (schema: Schema): void => {
    if (parts.has(schema)) return;
    parts.add(schema);
    schema.refs.forEach(add);
    schema.allOf.forEach(add);
  };
  roots.forEach(add);
  return { roots, parts: [...parts] };
}

/** Whether all of the schemas accept the value. */
export function allAccept({ roots }: Position, value: JsonValue): boolean {
  return roots.every((schema) => accepts(schema, value));
}

/** A kind of value; numbers are whole or not. */
export type Atom = Exclude<Kind, "number"> | "integer" | "fraction";

const allAtoms: readonly Atom[] = [
  ...kinds.filter((kind) => kind !== "number"),
  "integer",
  "fraction",
];

/** The kinds of value that a position lets through, as far as `type` and listed values say. */
export function atomsOf({ parts }: Position): ReadonlySet<Atom> {
  return parts.reduce<ReadonlySet<Atom>>(
    (left, part) => new Set([...left].filter((atom) => allows(part, atom))),
    new Set(allAtoms),
  );
}

function allows({ verdict, types, values }: Schema, atom: Atom): boolean {
  if (verdict !== undefined) return verdict;
  const isNamed =
    types === undefined ||
    types.some((type) =>
      type === "number"
        ? atom === "integer" || atom === "fraction"
        : type === atom,
    );
  return isNamed && (values === undefined || values.some(isOf(atom)));
}

function isOf(atom: Atom): (value: JsonValue) => boolean {
  return (value) => {
    if (typeof value === "number") {
      return atom === (Number.isInteger(value) ? "integer" : "fraction");
    }
    if (value === null) return atom === "null";
    return atom === (Array.isArray(value) ? "array" : typeof value);
  };
}

/** The kinds among some atoms. */
export function kindsOfAtoms(atoms: ReadonlySet<Atom>): ReadonlySet<Kind> {
  const isNumber = (atom: Atom) => atom === "integer" || atom === "fraction";
  return new Set(
    [...atoms].map((atom) => (isNumber(atom) ? "number" : atom)) as Kind[],
  );
}

/** More alternatives than this are not told apart. */
const most = 64;

/**
 * The positions that a value may meet one of: `anyOf`, and `oneOf` where no value meets
 * two, taken apart. What is not taken apart stays on its schema and is compared whole.
 */
export function alternativesOf(position: Position): readonly Position[] {
  const open: (readonly Schema[])[] = [position.parts];
  const done: (readonly Schema[])[] = [];
  for (let parts = open.pop(); parts !== undefined; parts = open.pop()) {
    const branching = parts.find((part) => optionsOf(part) !== undefined);
    const options = branching && optionsOf(branching);
    if (branching === undefined || options === undefined) done.push(parts);
    else {
      const others = parts.map((part) =>
        part === branching ? bare(part) : part,
      );
      open.push(
        ...options.map((option) => [
          ...new Set([...others, ...positionOf([option]).parts]),
        ]),
      );
    }
    if (open.length + done.length > most) return [position];
  }
  return done
    .reverse()
    .map((parts) => ({ roots: parts, parts }))
    .filter((one) => atomsOf(one).size > 0);
}

function optionsOf({ anyOf, oneOf }: Schema): readonly Schema[] | undefined {
  if (anyOf !== undefined) return anyOf;
  return oneOf !== undefined && areDisjoint(oneOf) ? oneOf : undefined;
}

const bares = new WeakMap<Schema, Schema>();

/** The schema without the options that were taken apart; the same one each time it is asked for. */
function bare(schema: Schema): Schema {
  const known = bares.get(schema);
  if (known !== undefined) return known;
  const made: Schema =
    schema.anyOf !== undefined
      ? { ...schema, anyOf: undefined }
      : { ...schema, oneOf: undefined };
  bares.set(schema, made);
  return made;
}

const judged = new WeakMap<readonly Schema[], boolean>();

function areDisjoint(options: readonly Schema[]): boolean {
  const known = judged.get(options);
  if (known !== undefined) return known;
  const positions = options.map((option) => positionOf([option]));
  const verdict = positions.every((one, index) =>
    positions.slice(0, index).every((other) => isDisjoint(one, other)),
  );
  judged.set(options, verdict);
  return verdict;
}

/** True only where it is certain that no value meets both. */
export function isDisjoint(a: Position, b: Position, depth = 0): boolean {
  const atoms = atomsOf(b);
  const common = [...atomsOf(a)].filter((atom) => atoms.has(atom));
  if (common.length === 0) return true;
  const [values, other] = listed(a) ? [listed(a), b] : [listed(b), a];
  if (values !== undefined) {
    return !values.some((value) => allAccept(other, value));
  }
  if (depth > 3 || common.some((atom) => atom !== "object")) return false;
  return [...requiredOf(a.parts), ...requiredOf(b.parts)].some((key) =>
    isDisjoint(
      positionOf(membersOf(a.parts, key)),
      positionOf(membersOf(b.parts, key)),
      depth + 1,
    ),
  );
}

/** The values of a position that lists them; undefined where none of its schemas does. */
export function listed(position: Position): readonly JsonValue[] | undefined {
  const list = position.parts.find(({ values }) => values !== undefined);
  const kept = list?.values?.filter((value) => allAccept(position, value));
  return kept?.filter((value, index) =>
    kept.slice(0, index).every((other) => !equal(other, value)),
  );
}

/** The names that an object has to have. */
export function requiredOf(parts: readonly Schema[]): ReadonlySet<string> {
  return new Set(parts.flatMap(({ object }) => object?.required ?? []));
}

/** The schemas that judge a member of an object. */
export function membersOf(
  parts: readonly Schema[],
  key: string,
): readonly Schema[] {
  return parts.flatMap(({ object }) =>
    object === undefined ? [] : memberSchemas(object, key),
  );
}

/** Whether a schema asks what others of the position have looked at: no part can then be compared by itself. */
export function asksForUnevaluated({ roots }: Position): boolean {
  const seen = new Set<Schema>();
  const asks = (schema: Schema): boolean => {
    if (seen.has(schema)) return false;
    seen.add(schema);
    const { object, array } = schema;
    return (
      object?.unevaluated !== undefined ||
      array?.unevaluated !== undefined ||
      inPlace(schema).some(asks)
    );
  };
  return roots.some(asks);
}
