import type { RequestHeaders } from "./client-parts.js";
import { argumentAt, encodeHeader, parameterText } from "./header-value.js";
import type { JsonObject } from "./json-rpc.js";

/** What HTTP says of a message beside its body; the value of `requestHeaders` in the features. */
export const requestHeaders: RequestHeaders = (
  { server, toolHeaders, wire },
  method,
  params,
  parameters,
) => {
  const { version, versionHeader, requestHeaders: names } = wire.profile;
  const isAgreed = server !== undefined && method !== "initialize";
  if (versionHeader === undefined) return undefined;
  if (versionHeader !== "always" && !isAgreed) return undefined;
  const headers: Record<string, string> = { "MCP-Protocol-Version": version };
  if (names === undefined) return headers;
  headers["Mcp-Method"] = method;
  const known = params as JsonObject | undefined;
  const name = known?.[names[method] ?? ""];
  if (typeof name === "string") headers["Mcp-Name"] = encodeHeader(name);
  const live = method === "tools/call" ? toolHeaders?.of(name) : undefined;
  for (const { path, name: parameter } of live ?? parameters ?? []) {
    const text = parameterText(argumentAt(known?.["arguments"], path));
    if (text === undefined) continue;
    headers[`Mcp-Param-${parameter}`] = encodeHeader(text);
  }
  return headers;
};
