import { shown } from "../diagnostic-text.js";
import { judge, rule } from "./rule.js";

type Named = { readonly name: string };
type Renamed = { readonly previous: string; readonly current: string };

/** The rules for what concerns a server as a whole. */
export const serverRules = {
  SERVER_RENAMED: rule(
    "none",
    judge(
      "note",
      "breaking",
      "generated files and functions are named after it",
      "keep the name, and change the title",
    ),
    (p: Renamed) =>
      `its name changed from ${shown(p.previous)} to ${shown(p.current)}`,
  ),
  SERVER_VERSION_CHANGED: rule(
    "none",
    judge("safe", "safe", "a version is for people"),
    (p: Renamed) =>
      `its version changed from ${shown(p.previous)} to ${shown(p.current)}`,
  ),
  SERVER_TEXT_CHANGED: rule(
    "none",
    judge(
      "note",
      "safe",
      "models read it: they may use the server differently",
    ),
    ({ name }: Named) => `its ${name} changed`,
  ),
  PROTOCOL_DROPPED: rule(
    "none",
    judge(
      "breaking",
      "safe",
      "clients that speak no other version cannot connect",
      "keep the version",
    ),
    ({ name }: Named) => `it no longer speaks protocol ${name}`,
  ),
  PROTOCOL_ADDED: rule(
    "none",
    judge("safe", "safe", "clients go on with the version that they know"),
    ({ name }: Named) => `it speaks protocol ${name}`,
  ),
  TRANSPORT_DROPPED: rule(
    "none",
    judge(
      "breaking",
      "breaking",
      "clients that reach it so cannot connect",
      "keep the transport",
    ),
    ({ name }: Named) => `it is no longer reached over ${name}`,
  ),
  TRANSPORT_ADDED: rule(
    "none",
    judge("safe", "safe", "clients go on with the transport that they know"),
    ({ name }: Named) => `it is reached over ${name} too`,
  ),
  FEATURE_DROPPED: rule(
    "server",
    judge(
      "breaking",
      "breaking",
      "clients that use it are refused",
      "keep the feature",
    ),
    ({ name }: Named) => `it no longer offers ${name}`,
  ),
  FEATURE_ADDED: rule(
    "server",
    judge("safe", "safe", "clients that do not know it are not concerned"),
    ({ name }: Named) => `it offers ${name}`,
  ),
  ASKING_ADDED: rule(
    "server",
    judge(
      "note",
      "safe",
      "it may ask its clients; those that cannot answer may be refused",
    ),
    ({ name }: Named) => `it may ask for ${name}`,
  ),
  ASKING_DROPPED: rule(
    "server",
    judge(
      "safe",
      "note",
      "clients are asked less; handlers that ask no longer compile",
    ),
    ({ name }: Named) => `it no longer asks for ${name}`,
  ),
  LIST_CHANGED_DROPPED: rule(
    "server",
    judge(
      "breaking",
      "safe",
      "clients that wait to be told hear nothing",
      "keep listChanged",
    ),
    ({ name }: Named) => `it no longer tells when its ${name} change`,
  ),
  LIST_CHANGED_ADDED: rule(
    "server",
    judge("safe", "safe", "clients that do not listen are not concerned"),
    ({ name }: Named) => `it tells when its ${name} change`,
  ),
  AUTH_ADDED: rule(
    "caller",
    judge(
      "breaking",
      "breaking",
      "callers without a token are refused",
      "offer the protected server at another address first",
    ),
    ({ name }: Named) => `it asks for ${name}`,
  ),
  AUTH_DROPPED: rule(
    "caller",
    judge("note", "note", "anybody can call it"),
    ({ name }: Named) => `it no longer asks for ${name}`,
  ),
};
