import type { Profile, WireFacts } from "../../runtime/profile.js";
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  member,
} from "../json.js";
import { applyCorrections } from "./apply-corrections.js";
import { computeProfile } from "./compute-profile.js";
import { listMethods } from "./list-methods.js";
import {
  type Definitions,
  type Protocol,
  ProtocolError,
  type ProtocolFiles,
} from "./protocol.js";
import { objectAt } from "./schema-view.js";

/** Turns the parsed files of one version into a protocol. */
export function loadProtocol(files: ProtocolFiles): Protocol {
  const { version } = files;
  if (!isJsonObject(files.schema)) {
    throw new ProtocolError(`${version}/schema.json is not an object`);
  }
  const document = applyCorrections(files.schema, files.corrections);
  const definitions = definitionsOf(document, version);
  const era = eraOf(definitions, version);
  const methods = listMethods(definitions);
  const wire = wireFactsOf(files.wire, version);
  return {
    version,
    era,
    dialect: dialectOf(document, version),
    document,
    keyword: keywordOf(document),
    definitions,
    methods,
    profile: computeProfile(version, era, definitions, methods, wire),
  };
}

/** The era of a version, told by how a client opens: it initializes a session, or it may discover the server. */
export function eraOf(
  definitions: Definitions,
  version: string,
): Profile["era"] {
  if (definitions.has("InitializeRequest")) return "legacy";
  if (definitions.has("DiscoverRequest")) return "modern";
  throw new ProtocolError(
    `${version}/schema.json has neither InitializeRequest nor DiscoverRequest, so its era is unknown`,
  );
}

/** The definitions of a schema document. */
export function definitionsOf(
  document: JsonObject,
  version: string,
): Definitions {
  const named = objectAt(document, keywordOf(document));
  if (named === undefined) {
    throw new ProtocolError(`${version}/schema.json has no definitions`);
  }
  return new Map(
    Object.entries(named).filter((entry): entry is [string, JsonObject] =>
      isJsonObject(entry[1]),
    ),
  );
}

function keywordOf(document: JsonObject): Protocol["keyword"] {
  return Object.hasOwn(document, "$defs") ? "$defs" : "definitions";
}

function dialectOf(document: JsonObject, version: string): string {
  const dialect = member(document, "$schema");
  if (typeof dialect === "string") return dialect;
  throw new ProtocolError(`${version}/schema.json has no $schema`);
}

/** The closed list of wire facts; a proof that it names each of them stands in its type. */
const wireFactNames: { readonly [Name in keyof WireFacts]: true } = {
  transports: true,
  versionHeader: true,
  assumedVersion: true,
  requestHeaders: true,
  inputFailure: true,
  resourceNotFoundCode: true,
  originStatus: true,
  errorStatuses: true,
  envelopeStatus: true,
  cancelOverHttp: true,
  sessions: true,
  resumption: true,
  batches: true,
  authorization: true,
};

function wireFactsOf(wire: JsonValue, version: string): WireFacts {
  const facts: { [name: string]: JsonValue } = {};
  for (const name of isJsonObject(wire) ? Object.keys(wire) : []) {
    if (!Object.hasOwn(wireFactNames, name)) {
      throw new ProtocolError(`${version}/wire.json: ${name} is no wire fact`);
    }
  }
  for (const name of Object.keys(wireFactNames)) {
    const fact = isJsonObject(wire) ? objectAt(wire, name) : undefined;
    const value = fact === undefined ? undefined : member(fact, "value");
    if (value === undefined) {
      throw new ProtocolError(`${version}/wire.json lacks ${name}`);
    }
    facts[name] = value;
  }
  return facts as unknown as WireFacts;
}
