import { Refusal } from "./call.js";
import { errorCode } from "./json-rpc.js";
import type { Dialect, Engine, EraServer } from "./server-engine.js";
import type { AuthRequest } from "./server-http.js";

/** Whether the header names a version of the modern era. */
export function namesModern(engine: Engine, request: AuthRequest): boolean {
  const version = request.header("mcp-protocol-version");
  return version !== undefined && engine.modern?.dialects.has(version) === true;
}

/** A header that names a version of the modern era, above a body that claims none, is a malformed modern request. */
export function mustNotBeModern(engine: Engine, request: AuthRequest): void {
  if (engine.modern === undefined || !namesModern(engine, request)) return;
  throw new Refusal(
    errorCode.invalidParams,
    "params._meta must say the protocol version that the header names",
    engine.modern.newest.profile.envelopeStatus,
  );
}

/** The version of a legacy request: what its header says, else what the versions say to assume. */
export function dialectByHeader(request: AuthRequest, era: EraServer): Dialect {
  const version = request.header("mcp-protocol-version");
  const { assumedVersion = "" } = era.newest.profile;
  if (version === undefined)
    return era.dialects.get(assumedVersion) ?? era.newest;
  const dialect = era.dialects.get(version);
  if (dialect !== undefined) return dialect;
  const supported = [...era.dialects.keys()];
  throw new Refusal(
    errorCode.invalidRequest,
    `MCP-Protocol-Version must be one of ${supported.join(", ")}`,
    400,
  );
}
