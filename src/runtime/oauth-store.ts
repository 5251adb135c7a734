import { isObject } from "./json-rpc.js";
import type { Authorization, TokenStore } from "./oauth-shapes.js";

/** Keeps authorizations for as long as the process lives. */
export function memoryStore(): TokenStore {
  const kept = new Map<string, Authorization>();
  return {
    get: (resource) => kept.get(resource),
    set: (resource, authorization) => void kept.set(resource, authorization),
    delete: (resource) => void kept.delete(resource),
  };
}

/** Whether a value, such as one that a store gave, is an authorization that can be used. */
export function isAuthorization(value: unknown): value is Authorization {
  if (!isObject(value)) return false;
  const { issuer, resource, client, tokens } = value;
  return (
    typeof issuer === "string" &&
    typeof resource === "string" &&
    (client === undefined || isClient(client)) &&
    (tokens === undefined || isTokens(tokens))
  );
}

function isClient(value: unknown): boolean {
  return (
    isObject(value) &&
    typeof value["clientId"] === "string" &&
    isOptional("string", value["clientSecret"])
  );
}

function isTokens(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { accessToken, type, expiresAt, refreshToken, scopes } = value;
  return (
    isToken(accessToken) &&
    (type === "Bearer" || type === "DPoP") &&
    isOptional("number", expiresAt) &&
    isOptional("string", refreshToken) &&
    Array.isArray(scopes) &&
    scopes.every((scope) => typeof scope === "string")
  );
}

/** What stands in a header must not be able to start another one. */
export function isToken(value: unknown): value is string {
  return typeof value === "string" && /^[\x21-\x7e]+$/.test(value);
}

function isOptional(type: "string" | "number", value: unknown): boolean {
  return value === undefined || typeof value === type;
}
