import {
  capabilitiesOf,
  clientInfo,
  identity,
  newestOf,
} from "./client-asked.js";
import { excerpt } from "./client-messages.js";
import type { ClientSession, OlderEra, Wire } from "./client-parts.js";
import { ConnectionError, ProtocolError } from "./errors.js";
import { repeat } from "./input-required.js";
import { isObject, type JsonObject, metaKey } from "./json-rpc.js";
import type { ClientProfile } from "./profile.js";

/**
 * The stateless era (basic/versioning): every request carries version, client and
 * capabilities in `_meta`; the server asks through results. Agrees with the server on
 * one of the profiles, oldest first. Resolves to false where there is an older era to
 * fall back to, and the server is of that one.
 */
export async function openModern(
  session: ClientSession,
  profiles: readonly ClientProfile[],
  older?: OlderEra,
): Promise<boolean> {
  let refusal: unknown;
  for (let profile = profiles.at(-1); profile !== undefined;) {
    session.wire = modernWire(session, profile, older === undefined);
    let found: JsonObject | undefined;
    let offered: unknown = [];
    try {
      const options = { timeoutMs: older?.timeoutMs, opens: true };
      found = await session.request("server/discover", undefined, options);
      offered = found["supportedVersions"];
    } catch (error) {
      if (older?.isShownBy(error, profile) === true) return false;
      if (!isRefusal(error, profile)) throw error;
      // Once: a server that refuses what it has just offered would be asked for ever.
      if (refusal === undefined && isObject(error.data))
        offered = error.data["supported"];
      refusal = error;
    }
    profile = newestOf(profiles, offered);
    if (profile !== undefined && found !== undefined) {
      speak(session, profile, found);
      session.features.renegotiate?.(session, profiles, (next) =>
        speak(session, next, found),
      );
      return true;
    }
    if (profile === undefined && older?.speaks(offered) !== true)
      throw new ConnectionError(
        "version",
        `There is no common version: the server offers ${excerpt(offered)}`,
        { cause: refusal },
      );
  }
  return false;
}

/** Whether the server does not speak the version (basic/versioning). */
export function isRefusal(
  error: unknown,
  { errorCodes }: ClientProfile,
): error is ProtocolError {
  return (
    error instanceof ProtocolError &&
    error.code === errorCodes.unsupportedVersion
  );
}

/** Speaks a version from here on. */
function speak(
  session: ClientSession,
  profile: ClientProfile,
  found: JsonObject,
): void {
  const meta = found["_meta"];
  const info = isObject(meta) ? meta[metaKey.serverInfo] : undefined;
  session.wire = modernWire(session, profile, true);
  session.server = identity(profile, info, found);
}

function modernWire(
  session: ClientSession,
  profile: ClientProfile,
  stateless: boolean,
): Wire {
  const { logLevel } = session.options;
  const fixed = {
    [metaKey.protocolVersion]: profile.version,
    [metaKey.clientInfo]: clientInfo(session),
    [metaKey.clientCapabilities]: capabilitiesOf(session, profile),
    ...(logLevel !== undefined && { [metaKey.logLevel]: logLevel }),
  };
  // Serialised once for all requests.
  const fixedText = JSON.stringify(fixed);
  return {
    profile,
    stateless,
    params(params: { _meta?: object } = {}, progressToken) {
      const { _meta: own } = params;
      const token = progressToken !== undefined && { progressToken };
      const meta =
        own || token
          ? JSON.stringify({ ...own, ...fixed, ...token })
          : fixedText;
      const text = JSON.stringify(
        own ? { ...params, _meta: undefined } : params,
      );
      const rest = text === "{}" ? "}" : `,${text.slice(1)}`;
      return `,"params":{"_meta":${meta}${rest}`;
    },
    unfinished(pending, result) {
      const { tasks } = session.features;
      const isTask =
        result["resultType"] === "task" && pending.method === "tools/call";
      if (isTask && tasks !== undefined) tasks.drive(session, pending, result);
      else repeat(session, pending, result);
    },
  };
}
