import { code, joinCode, jsonMember, type Code } from "../code.js";
import type { Contract } from "../contract.js";
import { createImports, type FileView } from "./module.js";
import type { SymbolName } from "./symbols.js";

const answers = [
  ["elicitation", "answerElicitation"],
  ["sampling", "answerSampling"],
  ["roots", "answerRoots"],
] as const;

/** The era codecs that a server needs for the selected versions, newest first. */
export function eraCodecs({ protocols }: Contract): readonly SymbolName[] {
  const selected = (era: "modern" | "legacy") =>
    protocols.some((protocol) => protocol.era === era);
  return [
    ...(selected("modern") ? (["modernServer"] as const) : []),
    ...(selected("legacy") ? (["legacyServer"] as const) : []),
  ];
}

/** How a client agrees with its server on a version, and on another one in the midst of a connection. */
export function openingParts({ protocols }: Contract) {
  const count = (era: "modern" | "legacy") =>
    protocols.filter((protocol) => protocol.era === era).length;
  const open =
    count("legacy") === 0
      ? "openModern"
      : count("modern") === 0
        ? "openLegacy"
        : "openEither";
  return count("modern") > 1
    ? ([open, "renegotiate"] as const)
    : ([open] as const);
}

/** Whether values are checked as they are by default. */
function isStrict(levels: Contract["manifest"]["validate"]["client"]): boolean {
  return levels.input === "error" && levels.output === "error";
}

/** What a client answers when its server asks: the function that joins the kinds, and those. */
export function answerParts({ manifest }: Contract): readonly SymbolName[] {
  const kinds = answers
    .filter(([feature]) => manifest.features.includes(feature))
    .map(([, name]) => name);
  return kinds.length === 0 ? [] : ["clientAnswers", ...kinds];
}

/** Whether calls may be answered with tasks: some selected version has the extension then. */
export function hasTasks({ manifest }: Contract): boolean {
  return manifest.features.includes("tasks");
}

/** Whether a client has to hear: in a host it follows the lists of the server that it meets. */
export function hearsNews(contract: Contract): boolean {
  return contract.manifest.emit.host || hasNews(contract);
}

/** Whether the server has anything to tell unasked. */
export function hasNews({ manifest }: Contract): boolean {
  const { features, listChanged } = manifest;
  return (
    Object.values(listChanged).some(Boolean) ||
    features.includes("subscribe") ||
    features.includes("logging")
  );
}

/**
 * What a client needs over HTTP: its headers and, for some versions, sessions, the transport before
 * Streamable HTTP and the headers that the tools of a live server want.
 */
export function httpFeatures({
  manifest,
  protocols,
}: Contract): readonly (
  "httpSessions" | "httpSse" | "requestHeaders" | "toolHeaders"
)[] {
  if (!manifest.transports.includes("http")) return [];
  const profiles = protocols.map(({ profile }) => profile);
  const legacy = profiles.some(({ era }) => era === "legacy");
  const old = profiles.some(({ transports }) => transports.includes("sse"));
  const marks = profiles.some(({ requestHeaders }) => requestHeaders !== null);
  return [
    "requestHeaders",
    ...(legacy ? (["httpSessions"] as const) : []),
    ...(old ? (["httpSse"] as const) : []),
    ...(marks ? (["toolHeaders"] as const) : []),
  ];
}

/** Whether clients keep the results that the server lets them keep. */
export function caches({ manifest }: Contract): boolean {
  return manifest.features.includes("caching");
}

/** `features.ts`: what a client of this server is made of. It names no tool. */
export function featuresFile(contract: Contract): FileView {
  const { manifest } = contract;
  const { use, print } = createImports(manifest.importExtension);
  const [open, ...more] = openingParts(contract);
  const [join, ...kinds] = answerParts(contract).map(use);
  const asked = code`${joinCode(kinds, ", ")}`;
  const members: readonly Code[] = [
    code`profiles: ${use("clientProfiles")},`,
    code`open: ${use(open)},`,
    ...more.map((name) => code`${use(name)},`),
    ...(join === undefined ? [] : [code`answers: ${join}(${asked}),`]),
    ...(hasTasks(contract) ? [code`tasks: ${use("clientTasks")},`] : []),
    ...(hearsNews(contract) ? [code`listen: ${use("clientListen")},`] : []),
    ...(caches(contract) ? [code`cache: ${use("clientCache")},`] : []),
    ...httpFeatures(contract).map((name) => code`${use(name)},`),
    ...(isStrict(manifest.validate.client)
      ? []
      : [jsonMember("validate", manifest.validate.client, 1)]),
  ];
  const type = use("ClientFeatures");
  return {
    body: code`export const features: ${type} = {\n  ${joinCode(members, "\n  ")}\n};`,
    imports: print(),
  };
}
