import { member, type JsonObject, type JsonValue } from "../../json.js";
import { excessOf, maxChain, maxSchemas } from "./bounds.js";
import { componentsOf } from "../form/components.js";
import {
  readArray,
  readNotes,
  readNumber,
  readObject,
  readString,
  readTypes,
  topicsOf,
} from "./keywords.js";
import { breakLoops } from "./loop.js";
import { schemaProblem } from "../form/problem.js";
import { gatherProblems, type Report } from "./report.js";
import { listed, optional, take, type Reader } from "./reader.js";
import { followReference } from "./reference.js";
import { openLibrary, placeIn, type Library, type Place } from "./resource.js";
import { openScopes, type Scope, type Scopes } from "./scope.js";
import {
  blankSchema,
  type Mutable,
  type Schema,
  type SchemaProblem,
} from "../form/schema.js";

/** A document and which of its schemas to read. */
export type ReadRequest = {
  readonly schema: JsonValue;
  readonly base: string;
  readonly documents: ReadonlyMap<string, JsonValue>;
  /** Pointers of the schemas to read; the root alone by default. */
  readonly pointers?: readonly string[];
  /** Whether `format` is an assertion in every dialect. Default only where the dialect says so. */
  readonly assertsFormats?: boolean;
};

/** The schemas asked for, in that order, and what is wrong in their document. */
export type ReadResult = {
  readonly schemas: readonly Schema[];
  readonly problems: readonly SchemaProblem[];
};

/** What of a schema counts: the schema less each keyword that its dialect refuses or lacks, or its verdict where it has but one. */
export type Admit = (place: Place) => JsonObject | boolean;

type Session = {
  readonly library: Library;
  readonly scopes: Scopes;
  readonly admit: Admit;
  readonly report: Report;
  readonly made: Map<Scope, Map<Place, Mutable<Schema>>>;
  /** Schemas that are handed out and not read yet: a long chain of definitions costs no stack. */
  readonly waiting: Waiting[];
  readonly origins: Map<Schema, Place>;
  /** The keywords of the references of each schema that has any. */
  readonly references: Map<Schema, string[]>;
};

type Waiting = {
  readonly schema: Mutable<Schema>;
  readonly place: Place;
  readonly scope: Scope;
  /** What of it counts. */
  readonly value: JsonObject;
};

/** Reads schemas into the intermediate form, as far as `openAdmission` lets them in. Never throws for a schema's sake. */
export function buildSchemas(
  request: ReadRequest,
  openAdmission: (report: Report) => Admit,
): ReadResult {
  const { schema, base, documents, pointers = [""] } = request;
  const excess = excessOf(schema);
  if (excess !== undefined) return refuse(pointers, excess);
  const { assertsFormats = false } = request;
  const library = openLibrary(schema, base, documents, assertsFormats);
  const { report, problems } = gatherProblems(library.main);
  const scopes = openScopes();
  const admit = openAdmission(report);
  const made: Session["made"] = new Map();
  const origins: Session["origins"] = new Map();
  const references: Session["references"] = new Map();
  const waiting: Waiting[] = [];
  const maps = { made, origins, references };
  const session = { library, scopes, admit, report, waiting, ...maps };
  reportDuplicates(session);
  library.main.places.forEach((place) => admit(place));
  const schemas = pointers.map((pointer) => {
    const place = library.resolve(`#${encodeURI(pointer)}`, library.main);
    if ("missing" in place) throw new Error(`no schema at ${pointer}`);
    return build(session, place, scopes.outermost);
  });
  for (const next of waiting) fill(session, next);
  const tooMuch = tooMuchRead(schemas, origins.size);
  if (tooMuch !== undefined) return refuse(pointers, tooMuch);
  cutLoops(session);
  return { schemas, problems: problems() };
}

function tooMuchRead(
  schemas: readonly Schema[],
  count: number,
): SchemaProblem | undefined {
  const of = "schemas";
  if (count >= maxSchemas) {
    return schemaProblem("SCHEMA_TOO_LARGE", "", { limit: maxSchemas, of });
  }
  const isLong = count > maxChain && componentsOf(schemas).depth > maxChain;
  return isLong
    ? schemaProblem("SCHEMA_TOO_DEEP", "", { limit: maxChain, of })
    : undefined;
}

/** Schemas that accept anything, for a document that is not read. */
function refuse(
  pointers: readonly string[],
  problem: SchemaProblem,
): ReadResult {
  const schemas = pointers.map((pointer) => ({
    ...blankSchema,
    pointer,
    verdict: true,
  }));
  return { schemas, problems: [problem] };
}

function reportDuplicates({ library, report }: Session): void {
  for (const { keyword, name, place } of library.duplicates) {
    const at = `/${keyword}`;
    if (keyword === "$id") {
      report("SCHEMA_ID_DUPLICATE", place, { uri: name }, at);
    } else report("SCHEMA_ANCHOR_DUPLICATE", place, { anchor: name }, at);
  }
}

function cutLoops({ origins, references, report }: Session): void {
  if (references.size === 0) return;
  const seen = new Map<Schema, "open" | "done">();
  for (const schema of origins.keys()) {
    breakLoops(schema, seen, (closing, reference) => {
      const origin = origins.get(closing);
      if (origin === undefined) return;
      const keyword = references.get(closing)?.[reference];
      const suffix = keyword === undefined ? "" : `/${keyword}`;
      report("SCHEMA_REF_LOOP", origin, {}, suffix);
    });
  }
}

/** The schema at a place, as it is in a dynamic scope. */
function build(session: Session, place: Place, outer: Scope): Mutable<Schema> {
  const scope = session.scopes.enter(outer, place);
  const made = session.made.get(scope) ?? new Map<Place, Mutable<Schema>>();
  session.made.set(scope, made);
  const before = made.get(place);
  if (before !== undefined) return before;
  const { pointer, value } = place;
  const schema = { ...blankSchema, pointer, notes: readNotes(value) };
  if (session.origins.size >= maxSchemas) return schema;
  made.set(place, schema);
  session.origins.set(schema, place);
  const admitted = session.admit(place);
  if (typeof admitted === "boolean") schema.verdict = admitted;
  else session.waiting.push({ schema, place, scope, value: admitted });
  return schema;
}

function fill(
  session: Session,
  { schema, place, scope, value }: Waiting,
): void {
  const { pointer, resource } = place;
  const { dialect } = resource;
  if (dialect === undefined) return;
  const sub = (child: JsonValue, suffix: string): Schema =>
    build(session, placeIn(resource, child, pointer + suffix), scope);
  const reader: Reader = { value, dialect, sub };
  const follow = (keyword: string) => {
    const ref = take<string>(reader, keyword);
    if (ref === undefined) return;
    const target = followReference(session, place, scope, keyword, ref);
    if (target === undefined) return;
    const made = build(session, target.place, scope);
    made.wanted ??= target.wanted;
    schema.refs = [...schema.refs, made];
    const before = session.references.get(schema) ?? [];
    session.references.set(schema, [...before, keyword]);
  };
  follow("$ref");
  if (dialect.ignoresRefSiblings && Object.hasOwn(value, "$ref")) return;
  follow("$dynamicRef");
  follow("$recursiveRef");
  schema.types = readTypes(reader);
  readValues(schema, reader);
  const topics = topicsOf(value);
  if (topics.has("number")) schema.number = readNumber(reader);
  if (topics.has("string")) schema.string = readString(reader);
  if (topics.has("object")) schema.object = readObject(reader);
  if (topics.has("array")) schema.array = readArray(reader);
  if (topics.has("applicators")) readApplicators(schema, reader);
}

function readValues(schema: Mutable<Schema>, reader: Reader): void {
  const constant = member(reader.value, "const");
  const values = take<readonly JsonValue[]>(reader, "enum");
  if (constant === undefined) {
    schema.values = values;
    return;
  }
  schema.values = [constant];
  schema.isConst = true;
  if (values === undefined) return;
  const { pointer } = schema;
  schema.allOf = [...schema.allOf, { ...blankSchema, pointer, values }];
}

function readApplicators(schema: Mutable<Schema>, reader: Reader): void {
  schema.allOf = [...schema.allOf, ...(listed(reader, "allOf") ?? [])];
  schema.anyOf = listed(reader, "anyOf");
  schema.oneOf = listed(reader, "oneOf");
  schema.not = optional(reader, "not");
  schema.if = optional(reader, "if");
  // without `if` the other two say nothing
  if (schema.if === undefined) return;
  schema.then = optional(reader, "then");
  schema.else = optional(reader, "else");
}
