import type { Profile } from "../../runtime/profile.js";
import type { Feature } from "./manifest.js";

/** What the manifest's checks ask of a protocol version; a `Profile` is one. */
export type KnownProtocol = Pick<
  Profile,
  | "version"
  | "methods"
  | "outputSchema"
  | "elicitationModes"
  | "tasks"
  | "changes"
  | "cacheableMethods"
>;

type Test = (protocol: KnownProtocol) => boolean;

/** Whether a version has what a feature of the manifest stands for. */
const tests: { readonly [feature in Feature]: Test } = {
  elicitation: (one) => one.elicitationModes.length > 0,
  sampling: (one) =>
    one.methods.serverRequests.includes("sampling/createMessage"),
  roots: (one) => one.methods.serverRequests.includes("roots/list"),
  logging: (one) =>
    one.methods.serverNotifications.includes("notifications/message"),
  completion: (one) =>
    one.methods.clientRequests.includes("completion/complete"),
  subscribe: (one) =>
    one.changes === "listen" ||
    one.methods.clientRequests.includes("resources/subscribe"),
  caching: (one) => one.cacheableMethods.length > 0,
  tasks: (one) => one.tasks === "extension",
};

/** True when the version has the feature, or tools with an output schema. */
export function supports(
  protocol: KnownProtocol,
  feature: Feature | "outputSchema",
): boolean {
  return feature === "outputSchema"
    ? protocol.outputSchema !== "none"
    : tests[feature](protocol);
}
