import type { Feature, Manifest } from "../manifest/manifest.js";
import type { Protocol } from "./protocol.js";
import { definitionsOf, messagesOf, reach } from "./reach.js";

/** What a manifest may use of the protocol; `connection` is what every client and server does. */
export type UsedFeature =
  "connection" | "tools" | "prompts" | "resources" | Feature;

type Area = {
  /** Methods, and beginnings of methods that end before a `/`; `notifications/` does not count. */
  readonly methods: readonly string[];
  /** Definitions that belong to it beside its messages. */
  readonly definitions?: readonly string[];
};

/** What stands for each feature in a schema. */
const areas: { readonly [feature in UsedFeature]: Area } = {
  connection: {
    methods: [
      "initialize",
      "initialized",
      "server",
      "ping",
      "cancelled",
      "progress",
    ],
  },
  tools: { methods: ["tools"] },
  prompts: { methods: ["prompts"] },
  resources: {
    methods: [
      "resources/list",
      "resources/templates",
      "resources/read",
      "resources/list_changed",
    ],
  },
  elicitation: { methods: ["elicitation"] },
  sampling: { methods: ["sampling"] },
  roots: { methods: ["roots"] },
  logging: { methods: ["logging", "message"] },
  completion: { methods: ["completion"] },
  subscribe: {
    methods: [
      "resources/subscribe",
      "resources/unsubscribe",
      "resources/updated",
      "subscriptions",
    ],
  },
  caching: { methods: [], definitions: ["CacheableResult"] },
  tasks: { methods: ["tasks"] },
};

/** The features that a manifest uses, in the order of the table above. */
export function usedFeatures(manifest: Manifest): readonly UsedFeature[] {
  const used: { readonly [feature: string]: boolean } = {
    connection: true,
    tools: manifest.tools.length > 0,
    prompts: manifest.prompts.length > 0,
    resources:
      manifest.resources.length + manifest.resourceTemplates.length > 0,
  };
  return (Object.keys(areas) as UsedFeature[]).filter(
    (feature) =>
      used[feature] === true ||
      manifest.features.some((listed) => listed === feature),
  );
}

/** True when a method belongs to a feature. */
export function isMethodOf(feature: UsedFeature, method: string): boolean {
  const name = method.replace(/^notifications\//, "");
  return areas[feature].methods.some(
    (area) => name === area || name.startsWith(`${area}/`),
  );
}

/** The definitions that a feature's messages are made of. */
export function definitionsOfFeature(
  protocol: Protocol,
  feature: UsedFeature,
): ReadonlySet<string> {
  const messages = messagesOf(protocol).map(({ message }) => message);
  const own = messages.filter(({ method }) => isMethodOf(feature, method));
  // In the modern era questions and answers ride in other messages: they are features of their own.
  const others = new Set(
    messages.filter((message) => !own.includes(message)).flatMap(definitionsOf),
  );
  const roots = [
    ...own.flatMap(definitionsOf),
    ...(areas[feature].definitions ?? []),
  ];
  return reach(protocol.definitions, roots, (name) => others.has(name));
}
