import type { KnownProtocol } from "../../../src/generator/manifest/known-protocol.js";

const methods = {
  clientRequests: ["completion/complete", "resources/subscribe"],
  serverRequests: ["roots/list", "sampling/createMessage"],
  clientNotifications: [],
  serverNotifications: ["notifications/message"],
};

/** The five known versions, cut down to what the manifest's checks look at. */
export const protocols: readonly KnownProtocol[] = [
  {
    version: "2024-11-05",
    methods,
    outputSchema: "none",
    elicitationModes: [],
    tasks: "none",
    changes: "session",
  },
  {
    version: "2025-03-26",
    methods,
    outputSchema: "none",
    elicitationModes: [],
    tasks: "none",
    changes: "session",
  },
  {
    version: "2025-06-18",
    methods,
    outputSchema: "object",
    elicitationModes: ["form"],
    tasks: "none",
    changes: "session",
  },
  {
    version: "2025-11-25",
    methods,
    outputSchema: "object",
    elicitationModes: ["form", "url"],
    tasks: "core",
    changes: "session",
  },
  {
    version: "2026-07-28",
    methods,
    outputSchema: "any",
    elicitationModes: ["form", "url"],
    tasks: "extension",
    changes: "listen",
  },
];
