import type { Feature, Manifest } from "../manifest/manifest.js";
import { reportOn, type Change, type Report, type Sides } from "./change.js";

/** Features by which a server asks its clients; the others are offered to them. */
const asking: readonly Feature[] = ["elicitation", "sampling", "roots"];
/** Features of generated clients alone: servers show nothing of them. */
const ofClients: readonly Feature[] = ["caching"];

/** The changes of a server as a whole. */
export function diffServer(sides: Sides): readonly Change[] {
  const changes: Change[] = [];
  const was = sides.previous.manifest;
  const is = sides.current.manifest;
  const subject = { kind: "server", name: is.server.name } as const;
  const report = reportOn(subject, sides, changes);
  diffIdentity(was.server, is.server, report);
  diffSet(was.versions, is.versions, (name, isNew) => {
    const rule = isNew ? "PROTOCOL_ADDED" : "PROTOCOL_DROPPED";
    report(rule, { name }, "/protocol/versions");
  });
  diffSet(was.transports, is.transports, (name, isNew) => {
    const rule = isNew ? "TRANSPORT_ADDED" : "TRANSPORT_DROPPED";
    report(rule, { name }, "/transports");
  });
  diffSet(was.features, is.features, (name, isNew) => {
    if (ofClients.includes(name)) return;
    const asks = asking.includes(name);
    const rule = isNew
      ? asks
        ? "ASKING_ADDED"
        : "FEATURE_ADDED"
      : asks
        ? "ASKING_DROPPED"
        : "FEATURE_DROPPED";
    report(rule, { name }, "/features");
  });
  diffSet(changing(was), changing(is), (name, isNew) => {
    const rule = isNew ? "LIST_CHANGED_ADDED" : "LIST_CHANGED_DROPPED";
    report(rule, { name }, `/listChanged/${name}`);
  });
  diffSet(authOf(was), authOf(is), (name, isNew) => {
    report(isNew ? "AUTH_ADDED" : "AUTH_DROPPED", { name }, "/auth");
  });
  return changes;
}

function diffIdentity(
  was: Manifest["server"],
  is: Manifest["server"],
  report: Report,
): void {
  if (was.name !== is.name) {
    const params = { previous: was.name, current: is.name };
    report("SERVER_RENAMED", params, "/server/name");
  }
  if (was.version !== is.version) {
    const params = { previous: was.version, current: is.version };
    report("SERVER_VERSION_CHANGED", params, "/server/version");
  }
  for (const name of ["title", "instructions"] as const) {
    if (was[name] === is[name]) continue;
    report("SERVER_TEXT_CHANGED", { name }, `/server/${name}`);
  }
}

function changing({ listChanged }: Manifest): readonly string[] {
  return Object.entries(listChanged)
    .filter(([, changes]) => changes)
    .map(([list]) => list);
}

function authOf({ auth }: Manifest): readonly string[] {
  return auth === undefined ? [] : [auth];
}

function diffSet<T>(
  previous: readonly T[],
  current: readonly T[],
  tell: (item: T, isNew: boolean) => void,
): void {
  for (const item of previous) if (!current.includes(item)) tell(item, false);
  for (const item of current) if (!previous.includes(item)) tell(item, true);
}
