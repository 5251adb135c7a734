import { escapeControls } from "../generator/diagnostic-text.js";
import type { ProtocolChange } from "../generator/protocol/diff-protocols.js";

const titles: { readonly [kind in ProtocolChange["kind"]]: string } = {
  method: "methods",
  notification: "notifications",
  type: "types",
  field: "fields",
  "error code": "error codes",
  "wire fact": "wire facts",
};

const marks: { readonly [change in ProtocolChange["change"]]: string } = {
  added: "+",
  removed: "-",
  changed: "~",
};

const ways: { readonly [sender in ProtocolChange["sender"]]: string } = {
  client: "client → server",
  server: "server → client",
  either: "both ways",
  neither: "",
};

const shownNames = 6;

/** The differences between two versions for people, with a newline at the end. */
export function printProtocolDiff(
  from: string,
  to: string,
  changes: readonly ProtocolChange[],
): string {
  const counts = (["added", "removed", "changed"] as const).map(
    (change) =>
      `${changes.filter((one) => one.change === change).length} ${change}`,
  );
  const sections = Object.entries(titles).flatMap(([kind, title]) => {
    const own = changes.filter((one) => one.kind === kind);
    return own.length === 0 ? [] : ["", title, ...group(own).map(line)];
  });
  const lines = [`${from} → ${to}: ${counts.join(", ")}`, ...sections];
  return `${lines.map(escapeControls).join("\n")}\n`;
}

/** The same change to several definitions takes one line. */
type Line = ProtocolChange & { readonly owners: readonly string[] };

function group(changes: readonly ProtocolChange[]): readonly Line[] {
  const lines = new Map<string, Line>();
  for (const one of changes) {
    const { kind, change, detail, sender, touches } = one;
    const [owner = "", ...path] = one.name.split(/(?=[.[])/);
    const isField = kind === "field";
    const name = isField ? path.join("") : one.name;
    const key = JSON.stringify([change, name, isField ? detail : ""]);
    const former = lines.get(key);
    lines.set(key, {
      ...one,
      name,
      sender: former === undefined ? sender : joined(former.sender, sender),
      touches: [...new Set([...(former?.touches ?? []), ...touches])],
      owners: [...(former?.owners ?? []), ...(isField ? [owner] : [])],
    });
  }
  return [...lines.values()];
}

function joined(
  a: ProtocolChange["sender"],
  b: ProtocolChange["sender"],
): ProtocolChange["sender"] {
  if (a === b || b === "neither") return a;
  return a === "neither" ? b : "either";
}

function line({ change, name, detail, sender, touches, owners }: Line): string {
  const [only, ...others] = owners;
  const subject =
    only === undefined
      ? name
      : others.length === 0
        ? only + name
        : `${name.replace(/^\./, "")} of ${some(owners)}`;
  const notes = [
    ways[sender],
    touches.length > 0 ? `touches ${touches.join(", ")}` : "",
  ].filter((note) => note !== "");
  const end = notes.length > 0 ? ` (${notes.join("; ")})` : "";
  return `  ${marks[change]} ${subject}: ${detail}${end}`;
}

function some(names: readonly string[]): string {
  const more = names.length - shownNames;
  return more > 1
    ? `${names.slice(0, shownNames).join(", ")} and ${more} more`
    : names.join(", ");
}
