import type { Implementation, ServerIdentity } from "./client-options.js";
import type { ClientSession } from "./client-parts.js";
import { isObject, type JsonObject } from "./json-rpc.js";
import type { ClientProfile } from "./profile.js";

/** `clientInfo` as both eras send it. */
export function clientInfo({ options }: ClientSession): Implementation {
  return options.info ?? { name: "mcp-client", version: "0.0.0" };
}

/** What the client declares that a server may ask of it. */
export function capabilitiesOf(
  session: ClientSession,
  profile: ClientProfile,
): JsonObject {
  const { answers, tasks } = session.features;
  return {
    ...answers?.capabilities(session.options, profile),
    ...tasks?.capability(profile),
  };
}

/** What `initialize` and `server/discover` say in the same words. */
export function identity(
  { version, era }: ClientProfile,
  info: unknown,
  { capabilities, instructions }: JsonObject,
): ServerIdentity {
  return {
    info: isObject(info) ? (info as Implementation) : undefined,
    capabilities: isObject(capabilities) ? capabilities : {},
    instructions: typeof instructions === "string" ? instructions : undefined,
    version,
    era,
  };
}

/** The newest of the profiles that the server offers. */
export function newestOf(
  profiles: readonly ClientProfile[],
  offered: unknown,
): ClientProfile | undefined {
  if (!Array.isArray(offered)) return undefined;
  return profiles.filter(({ version }) => offered.includes(version)).at(-1);
}
