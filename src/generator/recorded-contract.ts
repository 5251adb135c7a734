import { byCodeUnit, type JsonObject } from "./json.js";
import { jsonText } from "./json-text.js";
import {
  entryKinds,
  type Manifest,
  type ManifestEntry,
  type ManifestTool,
} from "./manifest/manifest.js";
import type { OutputFile } from "./output-file.js";

/** Name of the file that keeps a server's contract; it lies beside the lock. */
export function contractName(server: string): string {
  return `${server}.contract.json`;
}

/** Whether a path in the lock is that of a recorded contract. */
export function isContractPath(path: string): boolean {
  return !path.includes("/") && path.endsWith(contractName(""));
}

/**
 * What a server promises its peers, as a file for `diff` to compare with later. It is
 * a manifest itself, with every default stated, references local and the user's own
 * settings left out, so that one reader reads both.
 */
export function contractFile(manifest: Manifest): OutputFile {
  return {
    path: contractName(manifest.server.name),
    text: jsonText(contractOf(manifest)),
    owner: "generated",
  };
}

function contractOf(manifest: Manifest): JsonObject {
  const { server, auth, elicitations } = manifest;
  const { identify: _identify, ...identity } = server;
  const lists = entryKinds
    .map((kind) => [kind, entriesOf(manifest[kind])] as const)
    .filter(([, entries]) => Object.keys(entries).length > 0);
  const forms = elicitations.map(
    ({ name, message, requestedSchema }): [string, JsonObject] => [
      name,
      { message, requestedSchema },
    ],
  );
  return {
    server: identity,
    protocol: { versions: manifest.versions },
    transports: manifest.transports,
    features: manifest.features,
    formats: manifest.formats,
    listChanged: manifest.listChanged,
    ...(auth !== undefined && { auth }),
    ...Object.fromEntries(lists),
    ...(forms.length > 0 && { elicitations: Object.fromEntries(forms) }),
  };
}

function entriesOf(entries: readonly ManifestEntry[]): JsonObject {
  const sorted = [...entries].sort((a, b) => byCodeUnit(a.name, b.name));
  return Object.fromEntries(sorted.map((one) => [one.name, entryOf(one)]));
}

/** Members that a manifest may hold; a captured list can have others, which nothing here compares. */
const known = new Set([
  "uri",
  "uriTemplate",
  "title",
  "description",
  "mimeType",
  "size",
  "inputSchema",
  "outputSchema",
  "arguments",
  "annotations",
  "execution",
  "icons",
  "_meta",
]);

function entryOf(
  one: ManifestEntry & Partial<Pick<ManifestTool, "open" | "task">>,
): JsonObject {
  const shown = Object.entries(one.entry).filter(([key]) => known.has(key));
  return {
    ...Object.fromEntries(shown),
    ...(one.as !== undefined && { as: one.as }),
    ...(one.open === true && { open: true }),
    ...(one.scopes.length > 0 && { scopes: one.scopes }),
    ...(one.task !== undefined && { task: one.task }),
  };
}
