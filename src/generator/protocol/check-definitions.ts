import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  member,
} from "../json.js";
import { tokensOf, under } from "../json-pointer.js";
import { membersOf, messageOf, unionsOf } from "./list-methods.js";
import type { Definitions, Protocol, ProtocolProblem } from "./protocol.js";
import { objectAt, propertyOf } from "./schema-view.js";

/** How a version opens: the definition that tells its era, and the method that it stands for. */
const openings = {
  legacy: { definition: "InitializeRequest", method: "initialize" },
  modern: { definition: "DiscoverRequest", method: "server/discover" },
} as const;

/** What handlers give back stands in the emitted code by these names, and by that of a tool's result. */
const namedInOutput = [
  "GetPromptResult",
  "ListResourcesResult",
  "ReadResourceResult",
] as const;

/** The era of a version, told by how a client opens: it initializes a session, or it may discover the server. */
export function eraOf(definitions: Definitions): Protocol["era"] | undefined {
  if (definitions.has(openings.legacy.definition)) return "legacy";
  if (definitions.has(openings.modern.definition)) return "modern";
  return undefined;
}

/** All that keeps a document from being the schema of a protocol version; none for one that can be built. */
export function checkDefinitions(
  document: JsonObject,
  keyword: Protocol["keyword"],
  definitions: Definitions,
): readonly ProtocolProblem[] {
  const at = (name: string): string => under(`/${keyword}`, name);
  const problem = (pointer: string, what: string): ProtocolProblem => ({
    file: "schema.json",
    pointer,
    what,
  });
  const era = eraOf(definitions);
  const { legacy, modern } = openings;
  const opening =
    era === undefined
      ? [
          problem(
            `/${keyword}`,
            `it has neither ${legacy.definition} nor ${modern.definition}, so its era is unknown`,
          ),
        ]
      : [];
  const unions = Object.values(unionsOf(definitions)).flatMap((union) =>
    unionProblems(definitions, union).map((what) => problem(at(union), what)),
  );
  const opens = era && openings[era];
  const methods = membersOf(definitions, "ClientRequest").map(
    (name) => messageOf(definitions, name)?.method,
  );
  const unopened =
    opens && definitions.has("ClientRequest") && !methods.includes(opens.method)
      ? [
          problem(
            at("ClientRequest"),
            `no member of ClientRequest has the method ${opens.method}`,
          ),
        ]
      : [];
  const content = propertyOf(definitions.get("CallToolResult"), "content");
  const result =
    objectAt(content, "items") === undefined
      ? [
          problem(
            at("CallToolResult"),
            "the definition CallToolResult with a list `content` is missing",
          ),
        ]
      : [];
  const named = namedInOutput
    .filter((name) => !definitions.has(name))
    .map((name) => problem(at(name), `the definition ${name} is missing`));
  const dangling = danglingRefs(document).map(({ pointer, ref }) =>
    problem(pointer, `$ref ${ref} leads nowhere`),
  );
  return [...opening, ...unions, ...unopened, ...result, ...named, ...dangling];
}

function unionProblems(
  definitions: Definitions,
  union: string,
): readonly string[] {
  if (!definitions.has(union)) return [`the definition ${union} is missing`];
  return membersOf(definitions, union)
    .filter((name) => messageOf(definitions, name) === undefined)
    .map((name) => {
      const which = name === undefined ? "a member" : `the member ${name}`;
      return `${union} has ${which} without a constant method`;
    });
}

/** The references of a document that lead out of it, or to nothing in it. */
function danglingRefs(
  document: JsonObject,
): readonly { readonly pointer: string; readonly ref: string }[] {
  const found: { pointer: string; ref: string }[] = [];
  const visit = (value: JsonValue, pointer: string): void => {
    if (Array.isArray(value)) {
      value.forEach((item: JsonValue, at) => visit(item, under(pointer, at)));
    }
    if (!isJsonObject(value)) return;
    const ref = member(value, "$ref");
    if (typeof ref === "string" && !leadsSomewhere(document, ref))
      found.push({ pointer: under(pointer, "$ref"), ref });
    for (const key of Object.keys(value)) {
      visit(value[key] ?? null, under(pointer, key));
    }
  };
  visit(document, "");
  return found;
}

function leadsSomewhere(document: JsonObject, ref: string): boolean {
  if (ref !== "#" && !ref.startsWith("#/")) return false;
  let node: JsonValue | undefined = document;
  for (const token of tokensOf(ref.slice(1))) {
    if (!isJsonObject(node)) return false;
    node = member(node, token);
  }
  return node !== undefined;
}
