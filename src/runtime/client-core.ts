import type { ClientSession } from "./client-parts.js";

/** Under this key a client keeps what the functions of this runtime need of it. */
export const core: unique symbol = Symbol("mcp client");

/** Any client, whatever its protocol: what `connect` and `facade` return. */
export interface ClientHandle {
  readonly [core]: ClientSession;
}
