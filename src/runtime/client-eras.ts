import { newestOf } from "./client-asked.js";
import type { ClientSession, OlderEra } from "./client-parts.js";
import { ConnectionError, ProtocolError } from "./errors.js";
import type { JsonObject } from "./json-rpc.js";
import { type EarlyRequest, openLegacy } from "./legacy-client.js";
import { openModern } from "./modern-client.js";
import type { ClientProfile } from "./profile.js";
import type { Transport } from "./transport.js";

/** Transports whose servers were found to be of the older era, so that the next connection need not probe (basic/versioning). */
const older = new WeakSet<Transport>();

/** Requests that are kept for the older era; a server that sends more before it is known has to repeat them. */
const maxEarly = 100;

/** Agrees with the server on an era and a version, the newest that there is; for builds with both eras. */
export async function openEither(
  session: ClientSession,
  profiles: readonly ClientProfile[],
): Promise<boolean> {
  const { transport, heard } = session;
  const modern = profiles.filter(({ era }) => era === "modern");
  const legacy = profiles.filter(({ era }) => era === "legacy");
  if (legacy.length === 0) return openModern(session, modern);
  if (modern.length === 0) return openLegacy(session, legacy);
  // Of the modern era they would be none.
  const early: EarlyRequest[] = [];
  if (!older.delete(transport) || !(await openAsBefore(session, legacy))) {
    session.heard = (method: string, params: JsonObject, id: unknown) => {
      if (id === undefined || early.length === maxEarly)
        heard.call(session, method, params, id);
      else early.push([method, params, id]);
    };
    if (await openModern(session, modern, olderEra(session, legacy, early))) {
      session.heard = heard;
      return true;
    }
    await openLegacy(session, legacy, early);
  }
  older.add(transport);
  return true;
}

/** Spares the probe where it would only say what is known; false where that is not so any more. */
async function openAsBefore(
  session: ClientSession,
  profiles: readonly ClientProfile[],
): Promise<boolean> {
  const { channel } = session;
  try {
    return await openLegacy(session, profiles);
  } catch (error) {
    // The server may have been replaced by a newer one, unless it speaks no more of HTTP than before.
    if (session.channel !== channel || !revive(session)) throw error;
    return false;
  }
}

/** What speaks for the older era when the newer one is tried (basic/versioning and the transports' pages). */
function olderEra(
  session: ClientSession,
  profiles: readonly ClientProfile[],
  early: EarlyRequest[],
): OlderEra {
  const isStream = session.transport.kind === "stream";
  const { probeTimeoutMs = 5000 } = session.options;
  return {
    // On HTTP silence is no evidence, so nothing is gained by giving up early.
    timeoutMs: isStream ? probeTimeoutMs : undefined,
    speaks: (offered) =>
      !Array.isArray(offered) || newestOf(profiles, offered) !== undefined,
    isShownBy(error, { errorCodes }) {
      if (error instanceof ProtocolError)
        return !Object.values(errorCodes).includes(error.code);
      if (!(error instanceof ConnectionError)) return false;
      const { reason, status } = error;
      const isShown = isStream
        ? reason === "timeout" || reason === "closed" || reason === "protocol"
        : status === 400 || status === 404 || status === 405;
      if (!isShown || !revive(session)) return false;
      if (reason === "closed") early.length = 0;
      return true;
    },
  };
}

/** Makes a connection usable again whose peer has ended; false where that cannot be. */
function revive(session: ClientSession): boolean {
  if (session.ended !== undefined && session.channel.restarts !== true)
    return false;
  session.ended = undefined;
  return true;
}
