import { Refusal } from "./call.js";
import { ProtocolError } from "./errors.js";
import {
  errorCode,
  isObject,
  isRequestId,
  type JsonObject,
  metaKey,
  type RequestId,
} from "./json-rpc.js";
import { levelOf } from "./context.js";
import type { Caller, Dialect, Engine, EraServer } from "./server-engine.js";

/** A decoded message, told apart by what it has. */
export type Inbound =
  | {
      readonly kind: "request";
      readonly id: RequestId;
      readonly method: string;
      readonly params: JsonObject;
    }
  | {
      readonly kind: "notification";
      readonly method: string;
      readonly params: JsonObject;
    }
  | {
      readonly kind: "response";
      readonly id: unknown;
      readonly result: unknown;
      readonly error: unknown;
    }
  | {
      readonly kind: "invalid";
      /** Null where it could not be read. */
      readonly id: RequestId | null;
      readonly error: Refusal;
    };

const noParams: JsonObject = {};

/** Reads the envelope of a message (JSON-RPC 2.0; basic, Messages). */
export function readInbound(value: unknown): Inbound {
  if (!isObject(value)) return invalid(null, "A message must be an object");
  const { id, method } = value;
  const known = isRequestId(id) ? id : null;
  if (value["jsonrpc"] !== "2.0")
    return invalid(known, 'A message must have "jsonrpc": "2.0"');
  if (typeof method !== "string") {
    if (method !== undefined || !("result" in value || "error" in value)) {
      return invalid(
        known,
        "A message must have a method, a result or an error",
      );
    }
    return {
      kind: "response",
      id,
      result: value["result"],
      error: value["error"],
    };
  }
  const params = value["params"] === undefined ? noParams : value["params"];
  if (!("id" in value)) {
    return {
      kind: "notification",
      method,
      params: isObject(params) ? params : noParams,
    };
  }
  if (known === null)
    return invalid(null, "An id must be a string or an integer");
  if (!isObject(params))
    return invalid(known, "params must be an object", errorCode.invalidParams);
  return { kind: "request", id: known, method, params };
}

function invalid(
  id: RequestId | null,
  text: string,
  code: number = errorCode.invalidRequest,
): Inbound {
  return { kind: "invalid", id, error: new Refusal(code, text, 400) };
}

/** What is said to who sent a message that is not taken; a warning tells of what nobody foresaw. */
export function whyRefused(engine: Engine, error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof ProtocolError)
    return new Refusal(error.code, error.message, 200, error.data);
  engine.warn("A request could not be read", { cause: error });
  return new Refusal(errorCode.internal, "Internal error", 500);
}

/** True when a message says itself which version it is of: it belongs to the modern era (2026-07-28 basic/versioning). */
export function claimsVersion(params: JsonObject): boolean {
  const meta = params["_meta"];
  return isObject(meta) && meta[metaKey.protocolVersion] !== undefined;
}

/** The era that answers: the claim decides, and without one the older era, if the server has both. */
export function eraOf(
  engine: Engine,
  params: JsonObject,
): EraServer | undefined {
  if (engine.modern === undefined || engine.legacy === undefined)
    return engine.modern ?? engine.legacy;
  return claimsVersion(params) ? engine.modern : engine.legacy;
}

const noUris: ReadonlySet<string> = new Set();

/** A legacy session before `initialize`; who asks without it is served as a client that can do nothing. */
export function newSession(dialect: Dialect): Caller {
  const client = {
    info: undefined,
    capabilities: {},
    version: dialect.profile.version,
  };
  // Until the client chooses a level, debug messages stay here.
  return {
    dialect,
    client,
    level: levelOf("info"),
    uris: noUris,
    opened: false,
  };
}
