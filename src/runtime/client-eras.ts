import type { ClientEra, ClientFeatures } from "./client-parts.js";
import type { Session } from "./client-session.js";
import { ConnectionError } from "./errors.js";
import type { ClientProfile } from "./profile.js";
import type { Transport } from "./transport.js";

/** An era and the profiles to try in it. */
type Attempt = {
  readonly era: ClientEra;
  readonly profiles: readonly ClientProfile[];
};

/** Transports whose servers were found to be of the older era, so that the next connection need not probe (basic/versioning). */
const older = new WeakSet<Transport>();

/** The eras to try, newest first. Throws where none of the versions is built in. */
export function plan(
  { profiles, eras }: ClientFeatures,
  versions: readonly string[] | undefined,
): readonly Attempt[] {
  const wanted = profiles.filter(
    ({ version }) => versions?.includes(version) ?? true,
  );
  const attempts = eras
    .map((era) => ({
      era,
      profiles: wanted.filter((profile) => profile.era === era.era),
    }))
    .filter((attempt) => attempt.profiles.length > 0);
  if (attempts.length > 0) return attempts;
  throw new ConnectionError(
    "version",
    `None of these versions is built in: ${versions?.join(", ") ?? "none was selected"}`,
  );
}

/** Agrees with the server on an era and a version. */
export async function agree(
  session: Session,
  transport: Transport,
  attempts: readonly Attempt[],
): Promise<void> {
  if (await openAsBefore(session, transport, attempts)) return;
  for (const [index, { era, profiles }] of attempts.entries()) {
    const later = attempts.slice(index + 1);
    const fallback = later.flatMap((attempt) => attempt.profiles);
    if (!(await era.open(session, profiles, fallback))) continue;
    if (index > 0) older.add(transport);
    return;
  }
}

/** Spares the probe where it would only say what is known; false where that is not so any more. */
async function openAsBefore(
  session: Session,
  transport: Transport,
  attempts: readonly Attempt[],
): Promise<boolean> {
  const last = attempts.at(-1);
  if (last === undefined || attempts.length < 2 || !older.delete(transport))
    return false;
  const { channel } = session;
  try {
    await last.era.open(session, last.profiles, []);
  } catch (error) {
    // The server may have been replaced by a newer one, unless it speaks no more of HTTP than before.
    const mayBeNew = session.channel === channel && (await session.revive());
    if (!mayBeNew) throw error;
    return false;
  }
  older.add(transport);
  return true;
}
