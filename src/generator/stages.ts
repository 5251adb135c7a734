import { fingerprint, isReleased } from "./fingerprint.js";
import type { Stages } from "./generate.js";

/** The stages of mcpgen itself, loaded when the first of them is needed: a build that is skipped needs none. */
export const stages: Stages = {
  fingerprint,
  canSkip: isReleased,
  load: async (path, label) => {
    const { loadManifest } = await import("./pipeline.js");
    return loadManifest(path, label);
  },
  generate: async (manifest, context) => {
    const { generateServer } = await import("./pipeline.js");
    return generateServer(manifest, context);
  },
  share: async (out, servers) => {
    const { shareRuntime } = await import("./pipeline.js");
    return shareRuntime(out, servers);
  },
};
