import { isOpening, nextCursor } from "./client-messages.js";
import type { ClientSession, Pending, ToolHeaders } from "./client-parts.js";
import type { ProtocolError } from "./errors.js";
import { isObject } from "./json-rpc.js";
import type { ClientProfile } from "./profile.js";

/** The newest of the profiles that the server offers. */
export function newestOf(
  profiles: readonly ClientProfile[],
  offered: readonly unknown[],
): ClientProfile | undefined {
  return profiles.filter(({ version }) => offered.includes(version)).at(-1);
}

/** What there is to choose from when the server refuses a request unread. */
export type Remedies = {
  readonly profiles: readonly ClientProfile[];
  readonly toolHeaders: ToolHeaders | undefined;
  /** Speaks another version from here on. */
  readonly speak: (profile: ClientProfile) => void;
};

/**
 * Sends a request once more that the server refused without looking at it: with
 * another version (basic/versioning), or with the headers that its tool wants by now
 * (basic/transports/streamable-http). False where that would not help.
 */
export function remedy(
  session: ClientSession,
  pending: Pending,
  { code, data }: ProtocolError,
  { profiles, toolHeaders, speak }: Remedies,
): boolean {
  const { errorCodes } = session.wire.profile;
  if (pending.retried || isOpening(pending.method)) return false;
  if (code === errorCodes.unsupportedVersion) {
    const offered = isObject(data) ? data["supported"] : undefined;
    const profile = Array.isArray(offered) && newestOf(profiles, offered);
    if (!profile) return false;
    speak(profile);
    pending.retried = true;
    session.again(pending);
    return true;
  }
  const isAboutTool =
    code === errorCodes.headerMismatch && pending.method === "tools/call";
  if (!isAboutTool || toolHeaders === undefined) return false;
  pending.retried = true;
  pending.answering = true;
  // Where the list cannot be had the call is no worse off with the headers that it had.
  const again = (): void => session.again(pending);
  listAgain(session, pending, toolHeaders).then(again, (error: unknown) => {
    session.warning(String(error));
    again();
  });
  return true;
}

/** Reads the list of tools up to the one that is called. */
async function listAgain(
  session: ClientSession,
  { params, options }: Pending,
  toolHeaders: ToolHeaders,
): Promise<void> {
  const name = isObject(params) ? params["name"] : undefined;
  const { signal, timeoutMs } = options;
  const seen = new Set<unknown>();
  let cursor: string | undefined;
  toolHeaders.forget(name);
  do {
    seen.add(cursor);
    const page = await session.request(
      "tools/list",
      cursor === undefined ? undefined : { cursor },
      { signal, timeoutMs },
    );
    cursor = nextCursor(page);
  } while (
    cursor !== undefined &&
    !seen.has(cursor) &&
    toolHeaders.of(name) === undefined
  );
}
