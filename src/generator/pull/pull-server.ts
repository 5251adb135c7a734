import { ConnectionError, McpError } from "../../runtime/errors.js";
import { diagnostic, type Diagnostic } from "../diagnostic.js";
import {
  byCodeUnit,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from "../json.js";
import { folderName } from "../manifest/capture.js";
import { entryKinds, type EntryKind } from "../manifest/manifest.js";
import { askServer, type AskOptions, type Said } from "./ask-server.js";
import { hideSecrets, type Hiding } from "./hide-secrets.js";
import type { ServerSource } from "./server-source.js";
import {
  type EntryLists,
  entryWord,
  nameOf,
  soundEntries,
  valueProblem,
} from "./sound-entries.js";
import { tidyEntry } from "./tidy-entry.js";

/** How a server is pulled. */
export type PullOptions = Omit<AskOptions, "onNoise"> & {
  /** Where diagnostics say that it is. */
  readonly label: string;
  /** The server's name where it says none, or where another one is wanted. */
  readonly name?: string | undefined;
};

/** What a live server offers, in the shape of a manifest. */
export type PulledServer = {
  /** `name` can name a folder; what else the server said is as it came. */
  readonly server: {
    readonly name: string;
    readonly version: string;
    readonly title?: string;
    readonly instructions?: string;
  };
  /** Sorted by name, then by URI; every one of them can be built. */
  readonly lists: EntryLists;
  /** Entries that a build would refuse; `diagnostics` says why. */
  readonly broken: EntryLists;
  readonly capabilities: JsonObject;
};

/** What came of a pull. `pulled` is absent where the server could not be asked. */
export type Pulled = {
  readonly pulled?: PulledServer;
  readonly diagnostics: readonly Diagnostic[];
};

/**
 * Asks a live server for all that it offers and ends it. What cannot be built is left
 * out with a warning each; what was secret does not come back. Never throws for what
 * a server does.
 */
export async function pullServer(
  source: ServerSource,
  options: PullOptions,
): Promise<Pulled> {
  const hiding = hideSecrets(source.secrets);
  const noise: string[] = [];
  try {
    const said = await askServer(source, {
      ...options,
      onNoise: (text) => void noise.push(text.slice(-noiseKept)),
    });
    return judge(said, hiding, options);
  } catch (error) {
    if (!(error instanceof McpError)) throw error;
    return { diagnostics: [failure(error, noise, hiding, options.label)] };
  }
}

/** The manifest that a pulled server amounts to, for what reads manifests. */
export function manifestOf({ server, lists }: PulledServer): JsonObject {
  const filled = entryKinds.filter((kind) => lists[kind].length > 0);
  return {
    server,
    emit: ["client"],
    ...Object.fromEntries(filled.map((kind) => [kind, lists[kind]])),
  };
}

const noiseKept = 2_000;

function failure(
  error: McpError,
  noise: readonly string[],
  hiding: Hiding,
  file: string,
): Diagnostic {
  const { message } = error;
  if (error instanceof ConnectionError) {
    const { status = 0, reason } = error;
    if (status === 401 || status === 403 || reason === "authorization")
      return diagnostic(
        "SERVER_UNAUTHORIZED",
        { file },
        { status: status || 401 },
      );
  }
  const reason = error instanceof ConnectionError ? error.reason : "answer";
  const said = message.includes("last words") ? "" : tail(noise);
  const text = oneLine(said === "" ? message : `${message}; it said: ${said}`);
  const hint = hints[reason] ?? "see that the server runs by itself";
  const params = { reason: hiding.text(text), hint };
  return diagnostic("SERVER_UNREACHABLE", { file }, params);
}

const hints: { readonly [reason: string]: string } = {
  spawn:
    "see that the program is installed; the command is run as it stands, without a shell",
  aborted: "give it more time by --timeout, or see why it hangs",
  timeout: "give it more time by --timeout, or see why it hangs",
  limit: "tell the server's authors; nothing of it was taken",
  version: "update mcpgen, or the server",
  http: "see that the URL is that of an MCP endpoint, such as http://127.0.0.1:3000/mcp",
};

/** The last lines of what a server wrote beside its messages. */
function tail(noise: readonly string[]): string {
  return noise.join("").slice(-noiseKept).trim();
}

function oneLine(text: string): string {
  const lines = text.split(/\s*[\r\n]+\s*/).filter((line) => line !== "");
  const shown = [...lines.slice(0, 1), ...lines.slice(1).slice(-8)];
  return shown.join(" | ").replace(": | ", ": ");
}

function judge(
  { identity, lists }: Said,
  hiding: Hiding,
  { label, name }: PullOptions,
): Pulled {
  const diagnostics: Diagnostic[] = [];
  const tidy = tidyLists(lists, hiding, label, diagnostics);
  const sound = soundEntries(tidy, label);
  const server = serverOf(identity, name, hiding);
  diagnostics.push(
    ...sound.diagnostics,
    ...hiding
      .used()
      .map((shownAs) =>
        diagnostic("PULL_SECRET_HIDDEN", { file: label }, { shownAs }),
      ),
  );
  return {
    pulled: {
      server,
      lists: sound.lists,
      broken: sound.broken,
      capabilities: identity.capabilities as JsonObject,
    },
    diagnostics,
  };
}

function tidyLists(
  lists: Said["lists"],
  hiding: Hiding,
  file: string,
  diagnostics: Diagnostic[],
): EntryLists {
  const tidyList = (kind: EntryKind): readonly JsonObject[] => {
    const dropped = new Set<string>();
    const entries = lists[kind].flatMap((given): readonly JsonObject[] => {
      const problem = isJsonObject(given)
        ? valueProblem(given)
        : "it is no object";
      if (problem !== undefined || !isJsonObject(given)) {
        const named = isJsonObject(given)
          ? ` ${JSON.stringify(nameOf(given).slice(0, 80))}`
          : "";
        const subject = `${entryWord[kind]}${named}`;
        const reason = problem ?? "";
        diagnostics.push(
          diagnostic("PULL_ENTRY_LEFT_OUT", { file }, { subject, reason }),
        );
        return [];
      }
      const tidied = tidyEntry(kind, hiding.json(given) as JsonObject);
      for (const member of tidied.dropped) dropped.add(member);
      return [tidied.entry];
    });
    if (dropped.size > 0) {
      const params = { kind: `the server's ${kind}`, members: [...dropped] };
      diagnostics.push(diagnostic("PULL_MEMBERS_LEFT_OUT", { file }, params));
    }
    return entries.sort(inOrder);
  };
  return {
    tools: tidyList("tools"),
    prompts: tidyList("prompts"),
    resources: tidyList("resources"),
    resourceTemplates: tidyList("resourceTemplates"),
  };
}

/** By name, then by URI: a server's own order may change from one start to the next. */
function inOrder(a: JsonObject, b: JsonObject): number {
  const text = (value: JsonValue | undefined): string =>
    typeof value === "string" ? value : "";
  return (
    byCodeUnit(text(a["name"]), text(b["name"])) ||
    byCodeUnit(text(a["uri"]), text(b["uri"])) ||
    byCodeUnit(text(a["uriTemplate"]), text(b["uriTemplate"]))
  );
}

function serverOf(
  { info, instructions }: Said["identity"],
  wanted: string | undefined,
  hiding: Hiding,
): PulledServer["server"] {
  const text = (value: unknown): string | undefined =>
    typeof value === "string" && value !== "" ? hiding.text(value) : undefined;
  const name = folderName(wanted ?? text(info?.name) ?? "server");
  const title = text(info?.title);
  const guide = text(instructions);
  return {
    name,
    version: plainVersion(text(info?.version)),
    ...(title !== undefined && { title }),
    ...(guide !== undefined && { instructions: guide }),
  };
}

/** A setting, in which `${env:…}` would be filled in when the manifest is read. */
function plainVersion(version: string | undefined): string {
  return version === undefined || version.includes("${env:")
    ? "0.0.0"
    : version;
}
