import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  member,
} from "../json.js";
import { applyCorrections } from "./apply-corrections.js";
import { checkDefinitions, eraOf } from "./check-definitions.js";
import { computeProfile } from "./compute-profile.js";
import { listMethods } from "./list-methods.js";
import {
  type Definitions,
  type Protocol,
  ProtocolError,
  type ProtocolFiles,
} from "./protocol.js";
import { objectAt } from "./schema-view.js";
import { readWireFacts } from "./wire-facts.js";

/** Turns the parsed files of one version into a protocol. Throws a ProtocolError with all that they lack. */
export function loadProtocol(files: ProtocolFiles): Protocol {
  const { version } = files;
  const { document, ...schema } = readSchema(
    version,
    files.schema,
    files.corrections,
  );
  const { definitions, era } = schema;
  const methods = listMethods(definitions);
  const wire = readWireFacts(files.wire, version);
  return {
    version,
    document,
    ...schema,
    methods,
    profile: computeProfile(version, era, definitions, methods, wire),
  };
}

/** What a `schema.json` says by itself. */
type ReadSchema = Pick<
  Protocol,
  "dialect" | "document" | "keyword" | "definitions" | "era"
>;

/** Reads a schema, corrected, and makes sure that it is one of a protocol version. */
export function readSchema(
  version: string,
  schema: JsonValue,
  corrections: JsonValue = [],
): ReadSchema {
  const fail = (what: string, pointer = ""): ProtocolError =>
    new ProtocolError(version, [{ file: "schema.json", pointer, what }]);
  if (!isJsonObject(schema)) throw fail("it is not an object");
  const keyword = Object.hasOwn(schema, "$defs") ? "$defs" : "definitions";
  const dialect = member(schema, "$schema");
  if (typeof dialect !== "string") throw fail("it has no $schema");
  if (objectAt(schema, keyword) === undefined)
    throw fail("it has neither $defs nor definitions");
  const document = applyCorrections(schema, corrections, version);
  const definitions = definitionsOf(document, keyword);
  const problems = checkDefinitions(document, keyword, definitions);
  const era = eraOf(definitions);
  if (problems.length > 0 || era === undefined)
    throw new ProtocolError(version, problems);
  return { dialect, document, keyword, definitions, era };
}

function definitionsOf(
  document: JsonObject,
  keyword: Protocol["keyword"],
): Definitions {
  return new Map(
    Object.entries(objectAt(document, keyword) ?? {}).filter(
      (entry): entry is [string, JsonObject] => isJsonObject(entry[1]),
    ),
  );
}
