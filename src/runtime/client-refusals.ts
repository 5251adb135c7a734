import { newestOf } from "./client-asked.js";
import type { ClientSession, Renegotiate } from "./client-parts.js";
import { isObject } from "./json-rpc.js";
import { isRefusal } from "./modern-client.js";

/**
 * Sends a request once more, in another version, where the server does not speak that
 * of the connection any more (basic/versioning); the value of `renegotiate` in the
 * features, for builds with several versions of the modern era.
 */
export const renegotiate: Renegotiate = (session, profiles, speak) => {
  remedy(session, (pending, error) => {
    if (
      pending.options.opens === true ||
      !isRefusal(error, session.wire.profile)
    )
      return false;
    const { data } = error;
    const profile = newestOf(profiles, isObject(data) && data["supported"]);
    if (profile === undefined) return false;
    speak(profile);
    pending.retried = true;
    session.again(pending);
    return true;
  });
};

/** Looks at what the server refused before its caller hears of it: true where a request that was not sent twice yet is taken care of. */
export function remedy(
  session: ClientSession,
  mend: (...refusal: Parameters<ClientSession["refused"]>) => boolean,
): void {
  const give = session.refused.bind(session);
  session.refused = (pending, error) => {
    if (pending.retried || !mend(pending, error)) give(pending, error);
  };
}
