import {
  isJsonObject,
  member,
  type JsonObject,
  type JsonValue,
} from "../json.js";
import type { Dialect } from "./dialect.js";
import {
  readArray,
  readNotes,
  readNumber,
  readObject,
  readString,
  readTypes,
  type Reader,
} from "./keywords.js";
import {
  openLibrary,
  recursiveAnchor,
  type Library,
  type Place,
} from "./resource.js";
import { breakLoops } from "./loop.js";
import { enter, scopeKey, wantedName, type Scope } from "./scope.js";
import {
  blankSchema,
  type Mutable,
  type Schema,
  type SchemaProblem,
} from "./schema.js";

/** Deeper schemas than this are refused: each level costs stack in every tool that reads them. */
const maxDepth = 200;

type Session = {
  readonly library: Library;
  readonly problems: SchemaProblem[];
  readonly made: Map<string, Mutable<Schema>>;
};

/** A document and which of its schemas to read. */
export type ReadRequest = {
  readonly schema: JsonValue;
  readonly base: string;
  readonly documents: ReadonlyMap<string, JsonValue>;
  /** Pointers of the schemas to read; the root alone by default. */
  readonly pointers?: readonly string[];
};

/** Reads schemas into the intermediate form. Never throws; mistakes become problems. */
export function readSchemas(request: ReadRequest): {
  readonly schemas: readonly Schema[];
  readonly problems: readonly SchemaProblem[];
} {
  const { schema, base, documents, pointers = [""] } = request;
  const library = openLibrary(schema, base, documents);
  const problems: SchemaProblem[] = [];
  const session = {
    library,
    problems,
    made: new Map<string, Mutable<Schema>>(),
  };
  const scope: Scope = new Map();
  const schemas = pointers.map((pointer) => {
    const place = library.resolve(`#${encodeURI(pointer)}`, library.main);
    if ("missing" in place) throw new Error(`no schema at ${pointer}`);
    return build(session, place, scope, 0);
  });
  const seen = new Map<Schema, "open" | "done">();
  for (const made of session.made.values()) breakLoops(made, seen, problems);
  return { schemas, problems };
}

function build(
  session: Session,
  place: Place,
  outer: Scope,
  depth: number,
): Mutable<Schema> {
  const { value, pointer, resource } = place;
  const scope = enter(outer, place);
  const key = `${resource.uri} ${pointer} ${scopeKey(scope)}`;
  const before = session.made.get(key);
  if (before !== undefined) return before;
  const notes = readNotes(value);
  const schema: Mutable<Schema> = { pointer, notes, ...blankSchema };
  session.made.set(key, schema);
  const report = reporter(session, place);
  if (typeof value === "boolean") {
    schema.verdict = value;
  } else if (!isJsonObject(value)) {
    schema.verdict = true;
    report(
      "error",
      "SCHEMA_MALFORMED",
      "is no schema",
      "write an object, true or false",
    );
  } else if (resource.dialect === undefined) {
    schema.verdict = true;
    report(
      "error",
      "SCHEMA_DIALECT_UNKNOWN",
      "names a $schema that is not known",
      "use draft 2020-12, 2019-09 or draft-07",
    );
  } else if (depth > maxDepth) {
    schema.verdict = true;
    report(
      "error",
      "SCHEMA_TOO_DEEP",
      `nests deeper than ${maxDepth} levels`,
      "move inner schemas to $defs",
    );
  } else {
    fill(schema, session, place, value, resource.dialect, scope, depth);
  }
  return schema;
}

function fill(
  schema: Mutable<Schema>,
  session: Session,
  place: Place,
  value: JsonObject,
  dialect: Dialect,
  scope: Scope,
  depth: number,
): void {
  const { pointer } = place;
  const sub = (child: JsonValue, suffix: string): Schema => {
    const at = pointer + suffix;
    const resource = place.resource.siblings.get(at) ?? place.resource;
    return build(
      session,
      { value: child, pointer: at, resource },
      scope,
      depth + 1,
    );
  };
  const reader: Reader = {
    value,
    dialect,
    sub,
    report: reporter(session, place),
  };
  const follow = (keyword: string) => {
    const target = resolveRef(session, place, scope, keyword);
    if (target === undefined) return;
    const made = build(session, target.place, scope, depth + 1);
    made.wanted ??= target.wanted;
    schema.refs = [...schema.refs, made];
  };
  follow("$ref");
  if (dialect.loneRef && Object.hasOwn(value, "$ref")) return;
  if (dialect.dynamic === "dynamic") follow("$dynamicRef");
  if (dialect.dynamic === "recursive") follow("$recursiveRef");
  if (dialect.asserts) {
    schema.types = readTypes(reader);
    schema.string = readString(reader);
    schema.number = readNumber(reader);
    readValues(schema, reader);
  }
  schema.object = readObject(reader);
  schema.array = readArray(reader);
  readApplicators(schema, reader);
}

function readValues(schema: Mutable<Schema>, reader: Reader): void {
  const constant = member(reader.value, "const");
  const values = member(reader.value, "enum");
  if (values !== undefined && !Array.isArray(values)) {
    reader.report(
      "warning",
      "SCHEMA_KEYWORD_MALFORMED",
      "has an enum that is no list; it is ignored",
      "write a list of values",
    );
  }
  const list = Array.isArray(values)
    ? (values as readonly JsonValue[])
    : undefined;
  if (constant === undefined) {
    schema.values = list;
    return;
  }
  schema.values = [constant];
  schema.isConst = true;
  if (list === undefined) return;
  const { pointer } = schema;
  const also: Schema = { ...blankSchema, pointer, notes: {}, values: list };
  schema.allOf = [...schema.allOf, also];
}

function readApplicators(schema: Mutable<Schema>, reader: Reader): void {
  const { value, sub, report } = reader;
  const one = (keyword: string) => {
    const found = member(value, keyword);
    return found === undefined ? undefined : sub(found, `/${keyword}`);
  };
  const many = (keyword: string) => {
    const found = member(value, keyword);
    if (found === undefined) return undefined;
    if (Array.isArray(found)) {
      const items = found as readonly JsonValue[];
      return items.map((item, index) => sub(item, `/${keyword}/${index}`));
    }
    report(
      "warning",
      "SCHEMA_KEYWORD_MALFORMED",
      `has ${keyword} that is no list; it is ignored`,
      "write a list of schemas",
    );
    return undefined;
  };
  schema.allOf = [...schema.allOf, ...(many("allOf") ?? [])];
  schema.anyOf = many("anyOf");
  schema.oneOf = many("oneOf");
  schema.not = one("not");
  schema.if = one("if");
  // without `if` the other two say nothing
  if (schema.if === undefined) return;
  schema.then = one("then");
  schema.else = one("else");
}

function resolveRef(
  session: Session,
  place: Place,
  scope: Scope,
  keyword: string,
): { readonly place: Place; readonly wanted: string } | undefined {
  const ref = isJsonObject(place.value)
    ? member(place.value, keyword)
    : undefined;
  if (ref === undefined) return undefined;
  const at = { ...place, pointer: `${place.pointer}/${keyword}` };
  const report = reporter(session, at);
  if (typeof ref !== "string") {
    report(
      "error",
      "SCHEMA_REF_MALFORMED",
      `has ${keyword} that is no text`,
      "write a URI reference",
    );
    return undefined;
  }
  const found = session.library.resolve(ref, place.resource);
  if ("missing" in found) {
    if (/^https?:/.test(found.missing) && !ref.startsWith("#")) {
      report(
        "error",
        "SCHEMA_REF_NETWORK",
        `refers to ${found.missing}, which is not at hand; nothing is fetched`,
        "copy that document to a file and refer to the file",
      );
    } else {
      report(
        "error",
        "SCHEMA_REF_DANGLING",
        `refers to ${ref}, which does not exist`,
        "correct the reference or add the definition",
      );
    }
    return undefined;
  }
  const fragment = ref.split("#")[1] ?? "";
  const anchor =
    keyword === "$dynamicRef"
      ? fragment
      : keyword === "$recursiveRef"
        ? recursiveAnchor
        : undefined;
  const dynamic =
    anchor !== undefined && found.resource.dynamicAnchors.get(anchor);
  const target = dynamic ? (scope.get(anchor) ?? found) : found;
  return { place: target, wanted: wantedName(target, fragment) };
}

function reporter(session: Session, place: Place): Reader["report"] {
  return (severity, code, what, mend, suffix = "") => {
    const pointer = place.pointer + suffix;
    const { uri } = place.resource;
    const foreign =
      !session.library.main.siblings.has(place.resource.pointer) ||
      session.library.main.siblings.get(place.resource.pointer) !==
        place.resource;
    const where = foreign ? ` (in ${uri})` : "";
    session.problems.push({
      severity,
      code,
      pointer,
      what: what + where,
      mend,
    });
  };
}
