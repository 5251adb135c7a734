import { refuse, type Refusal } from "./call.js";
import { argumentAt, decodeHeader, parameterText } from "./header-value.js";
import { isObject, type JsonObject, metaKey } from "./json-rpc.js";
import type { ServerProfile } from "./profile.js";
import type { Dialect, Engine } from "./server-engine.js";
import type { AuthRequest } from "./server-http.js";

/**
 * A header that names another version than the body claims, known or not, is a
 * mistake of its own: the two are compared before anything is made of either
 * (2026-07-28 basic/transports/streamable-http, Protocol Version Header).
 */
export function checkVersionHeader(
  profile: ServerProfile,
  request: AuthRequest,
  params: JsonObject,
): void {
  const code = profile.errorCodes.headerMismatch;
  const header = "MCP-Protocol-Version";
  const meta = params["_meta"];
  const claimed = isObject(meta) ? meta[metaKey.protocolVersion] : undefined;
  const sent = request.header(header.toLowerCase());
  if (code === undefined || sent === undefined || typeof claimed !== "string")
    return;
  if (sent.trim() !== claimed) throw mismatch(profile, code, header, sent);
}

/**
 * Compares the headers of a modern request with its body; throws where one is
 * missing or says something else (2026-07-28 basic/transports/streamable-http).
 */
export function checkHeaders(
  engine: Engine,
  dialect: Dialect,
  request: AuthRequest,
  method: string,
  params: JsonObject,
): void {
  const { profile } = dialect;
  const { requestHeaders, versionHeader, version, errorCodes } = profile;
  const code = errorCodes.headerMismatch;
  if (code === undefined) return;
  const demand = (header: string, value: unknown): void => {
    const expected = parameterText(value);
    const sent = request.header(header.toLowerCase());
    if (sent === undefined && expected === undefined) return;
    if (
      sent === undefined ||
      expected === undefined ||
      !matches(sent, expected, typeof value === "number")
    )
      throw mismatch(profile, code, header, sent);
  };
  if (versionHeader === "always") demand("MCP-Protocol-Version", version);
  if (requestHeaders === undefined) return;
  demand("Mcp-Method", method);
  const member = Object.hasOwn(requestHeaders, method)
    ? requestHeaders[method]
    : undefined;
  const name = member === undefined ? undefined : params[member];
  if (typeof name !== "string") return;
  demand("Mcp-Name", name);
  if (method !== "tools/call") return;
  for (const { path, name: suffix } of engine.tools.get(name)?.tool.headers ??
    []) {
    demand(`Mcp-Param-${suffix}`, argumentAt(params["arguments"], path));
  }
}

function mismatch(
  profile: ServerProfile,
  code: number,
  header: string,
  sent: string | undefined,
): Refusal {
  const fault = sent === undefined ? "is missing" : "does not match the body";
  return refuse(profile, code, `The header ${header} ${fault}`);
}

function matches(sent: string, expected: string, numeric: boolean): boolean {
  const text = decodeHeader(sent.trim());
  if (text === expected) return true;
  // 7 and 7.0 are the same integer; as strings they differ.
  return (
    numeric &&
    /^-?\d+(\.0+)?$/.test(text ?? "") &&
    /^-?\d+$/.test(expected) &&
    Number(text) === Number(expected)
  );
}
