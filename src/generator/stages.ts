import { fingerprint, isReleased } from "./fingerprint.js";
import type { Stages } from "./generate.js";

const pipeline = () => import("./pipeline.js");

/** The stages of mcpgen itself, loaded when one is first needed: a build that is skipped needs none. */
export const stages: Stages = {
  fingerprint,
  canSkip: isReleased,
  load: async (path, label) => (await pipeline()).loadManifest(path, label),
  generate: async (manifest, context) =>
    (await pipeline()).generateServer(manifest, context),
  share: async (out, servers) => (await pipeline()).shareRuntime(out, servers),
};
