import { nextCursor } from "./client-messages.js";
import type {
  ClientSession,
  ParameterHeaders,
  Pending,
  ToolHeaders,
} from "./client-parts.js";
import { remedy } from "./client-refusals.js";
import { isObject, type JsonObject } from "./json-rpc.js";

const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const carried: readonly unknown[] = ["string", "integer", "boolean"];
const mark = "x-mcp-header";

/** Deeper than any schema that people write; a hostile one must not exhaust the stack. */
const maxDepth = 100;

/** Members of a schema that hold values, in which a mark is none. */
const values: readonly string[] = ["const", "default", "enum", "examples"];

/** Members of a schema that hold schemas by name: a name may look like a mark. */
const maps: readonly string[] = [
  "$defs",
  "definitions",
  "dependentSchemas",
  "patternProperties",
];

type Found = { path: readonly string[]; name: string }[];

/**
 * Reads which arguments of a server's tools travel as headers (basic/transports/
 * streamable-http, Custom Headers), for tools that were not known at build time or
 * have changed since; the value of `toolHeaders` in the features.
 */
export function toolHeaders(session: ClientSession): ToolHeaders {
  const byName = new Map<unknown, ParameterHeaders>();
  const isUsable = (tool: unknown): boolean => {
    if (!isObject(tool)) return true;
    const found: Found = [];
    const { name } = tool;
    const fault = scan(tool["inputSchema"], [], found, 0);
    if (fault === undefined) byName.set(name, found);
    else
      session.warning(`The tool ${JSON.stringify(name)} is left out: ${fault}`);
    return fault === undefined;
  };
  remedy(session, (pending, { code }) => {
    const { errorCodes } = session.wire.profile;
    if (code !== errorCodes.headerMismatch || pending.method !== "tools/call")
      return false;
    pending.retried = true;
    pending.answering = true;
    // Where the list cannot be had the call is no worse off with the headers that it had.
    const again = (): void => session.again(pending);
    listAgain(session, pending, byName).then(again, (error: unknown) => {
      session.warning(String(error));
      again();
    });
    return true;
  });
  return {
    listed(page) {
      const { tools } = page;
      return Array.isArray(tools)
        ? { ...page, tools: tools.filter(isUsable) }
        : page;
    },
    of: (name) => byName.get(name),
  };
}

/** Reads the list of tools up to the one that is called. */
async function listAgain(
  session: ClientSession,
  { params, options: { signal, timeoutMs } }: Pending,
  byName: Map<unknown, ParameterHeaders>,
): Promise<void> {
  const name = isObject(params) ? params["name"] : undefined;
  const seen = new Set<unknown>();
  let cursor: string | undefined;
  byName.delete(name);
  do {
    seen.add(cursor);
    const page = await session.request(
      "tools/list",
      cursor === undefined ? undefined : { cursor },
      { signal, timeoutMs },
    );
    cursor = nextCursor(page);
  } while (cursor !== undefined && !seen.has(cursor) && !byName.has(name));
}

/** Gathers marks in `found`; gives the rule that one of them breaks. `path` is undefined where more than `properties` led here. */
function scan(
  schema: unknown,
  path: readonly string[] | undefined,
  found: Found,
  depth: number,
): string | undefined {
  if (typeof schema !== "object" || schema === null) return undefined;
  if (depth > maxDepth) return "its schema is too deep";
  if (Array.isArray(schema))
    return firstFault(schema, (part) =>
      scan(part, undefined, found, depth + 1),
    );
  const known = schema as JsonObject;
  const name = known[mark];
  if (Object.hasOwn(known, mark)) {
    const fault = faultOf(name, known["type"], path, found);
    if (fault !== undefined)
      return `the ${mark} ${JSON.stringify(name)} ${fault}`;
    found.push({ path: path as readonly string[], name: name as string });
  }
  return firstFault(Object.entries(known), ([key, value]) => {
    if (values.includes(key)) return undefined;
    const byName = key === "properties" || maps.includes(key);
    if (!byName || !isObject(value))
      return scan(value, undefined, found, depth + 1);
    return firstFault(Object.entries(value), ([property, part]) => {
      const way =
        key === "properties" && path ? [...path, property] : undefined;
      return scan(part, way, found, depth + 1);
    });
  });
}

function faultOf(
  name: unknown,
  type: unknown,
  path: readonly string[] | undefined,
  found: Found,
): string | undefined {
  if (typeof name !== "string" || !token.test(name)) return "is no HTTP token";
  if (path === undefined || path.length === 0)
    return "is where more than `properties` leads";
  if (!carried.includes(type))
    return "is on what is neither string, integer nor boolean";
  const lower = name.toLowerCase();
  return found.some((one) => one.name.toLowerCase() === lower)
    ? "is there twice"
    : undefined;
}

function firstFault<Part>(
  parts: readonly Part[],
  check: (part: Part) => string | undefined,
): string | undefined {
  for (const part of parts) {
    const fault = check(part);
    if (fault !== undefined) return fault;
  }
  return undefined;
}
