import type { Implementation, ServerIdentity } from "./client-options.js";
import type { ClientAnswer, ClientSession } from "./client-parts.js";
import { isObject, type JsonObject } from "./json-rpc.js";
import type { ClientProfile } from "./profile.js";

const nobody: Implementation = { name: "mcp-client", version: "0.0.0" };

/** `clientInfo` as both eras send it. */
export function clientInfo(session: ClientSession): Implementation {
  return session.options.info ?? nobody;
}

/** What the client declares that a server may ask of it. */
export function capabilitiesOf(
  session: ClientSession,
  profile: ClientProfile,
): JsonObject {
  const { features, options } = session;
  const { answers = [], tasks } = features;
  return Object.assign(
    {},
    ...answers.map((answer) => answer.capability(options, profile)),
    tasks?.capability(profile),
  ) as JsonObject;
}

/** Who answers this method: only what was declared is answered. */
export function findAnswer(
  session: ClientSession,
  profile: ClientProfile,
  method: string,
): ClientAnswer | undefined {
  const { answers = [] } = session.features;
  const found = answers.find((answer) => answer.method === method);
  return found?.capability(session.options, profile) && found;
}

/** What `initialize` and `server/discover` say in the same words. */
export function identity(
  profile: ClientProfile,
  info: unknown,
  result: JsonObject,
): ServerIdentity {
  const { version, era } = profile;
  const capabilities = result["capabilities"];
  const instructions = result["instructions"];
  return {
    info: isObject(info) ? (info as Implementation) : undefined,
    capabilities: isObject(capabilities) ? capabilities : {},
    instructions: typeof instructions === "string" ? instructions : undefined,
    version,
    era,
  };
}
