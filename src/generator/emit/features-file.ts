import { code, joinCode, jsonMember, type Code } from "../code.js";
import type { Contract } from "../contract.js";
import { createImports, type FileView } from "./module.js";
import type { SymbolName } from "./symbols.js";

const answers = [
  ["elicitation", "answerElicitation"],
  ["sampling", "answerSampling"],
  ["roots", "answerRoots"],
] as const;

/** The era codecs that one side needs for the selected versions, newest first. */
export function eraCodecs(
  contract: Contract,
  side: "Client" | "Server",
): readonly SymbolName[] {
  const selected = (era: "modern" | "legacy") =>
    contract.protocols.some((protocol) => protocol.era === era);
  return [
    ...(selected("modern") ? [`modern${side}` as const] : []),
    ...(selected("legacy") ? [`legacy${side}` as const] : []),
  ];
}

/** What a client answers when its server asks. */
export function clientAnswers({ manifest }: Contract): readonly SymbolName[] {
  return answers
    .filter(([feature]) => manifest.features.includes(feature))
    .map(([, name]) => name);
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
 * What only some versions need over HTTP: sessions, the transport before Streamable
 * HTTP, and the headers that the tools of a live server want.
 */
export function httpFeatures({
  manifest,
  protocols,
}: Contract): readonly ("httpSessions" | "httpSse" | "toolHeaders")[] {
  if (!manifest.transports.includes("http")) return [];
  const profiles = protocols.map(({ profile }) => profile);
  const legacy = profiles.some(({ era }) => era === "legacy");
  const old = profiles.some(({ transports }) => transports.includes("sse"));
  const marks = profiles.some(({ requestHeaders }) => requestHeaders !== null);
  return [
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
  const list = (names: readonly SymbolName[]) =>
    code`[${joinCode(names.map(use), ", ")}]`;
  const asked = clientAnswers(contract);
  const members: readonly Code[] = [
    code`profiles: ${use("clientProfiles")},`,
    code`eras: ${list(eraCodecs(contract, "Client"))},`,
    ...(asked.length > 0 ? [code`answers: ${list(asked)},`] : []),
    ...(hasTasks(contract) ? [code`tasks: ${use("clientTasks")},`] : []),
    ...(hearsNews(contract) ? [code`listen: ${use("clientListen")},`] : []),
    ...(caches(contract) ? [code`cache: ${use("clientCache")},`] : []),
    ...httpFeatures(contract).map((name) => code`${use(name)},`),
    jsonMember("validate", manifest.validate.client, 1),
  ];
  const type = use("ClientFeatures");
  return {
    body: code`export const features: ${type} = {\n  ${joinCode(members, "\n  ")}\n};`,
    imports: print(),
  };
}
