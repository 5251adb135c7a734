import type { CallOptions, ConnectOptions } from "./client-options.js";
import type {
  ClientCache,
  ClientFeatures,
  ParameterHeaders,
} from "./client-parts.js";
import type { Session } from "./client-session.js";
import type { Tool } from "./descriptor.js";
import type { JsonObject } from "./json-rpc.js";
import type { ValidationLevel } from "./validate.js";

/** Under this key a client keeps what the functions of this runtime need of it. */
export const core: unique symbol = Symbol("mcp client");

/** Any client, whatever its protocol: what `connect` and `facade` return. */
export interface ClientHandle {
  readonly [core]: ClientCore;
}

export interface ClientCore {
  readonly session: Session;
  readonly input: ValidationLevel;
  readonly output: ValidationLevel;
  /** What the manifest says of the tools, by their names on the wire; set by the facade. */
  described?: ReadonlyMap<string, Tool<never, unknown>>;
  /** Sends a request past `intercept`. */
  request(
    method: string,
    params: object | undefined,
    options: CallOptions,
    parameters?: ParameterHeaders,
  ): Promise<JsonObject>;
}

export function createCore(
  session: Session,
  { intercept, validate }: ConnectOptions,
  features: ClientFeatures,
  cache: ClientCache | undefined,
): ClientCore {
  const send: ClientCore["request"] = (method, params, options, parameters) =>
    cache === undefined
      ? session.request(method, params, options, parameters)
      : cache.request(method, params, options, (own) =>
          session.request(method, params, own, parameters),
        );
  return {
    session,
    input: validate?.input ?? features.validate?.input ?? "error",
    output: validate?.output ?? features.validate?.output ?? "error",
    request: (method, params, options, parameters) =>
      intercept === undefined
        ? send(method, params, options, parameters)
        : (intercept({ method, params, options }, (request) =>
            send(request.method, request.params, request.options, parameters),
          ) as Promise<JsonObject>),
  };
}
