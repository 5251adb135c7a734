import {
  answerElicitation,
  answerRoots,
  answerSampling,
  clientAnswers,
} from "../../runtime/client-answers.js";
import { openEither } from "../../runtime/client-eras.js";
import { httpSessions } from "../../runtime/client-http-sessions.js";
import { httpSse } from "../../runtime/client-http-sse.js";
import {
  type ClientFeatures,
  connect,
  type Connection,
  type ConnectOptions,
  type ServerIdentity,
} from "../../runtime/client.js";
import { nextCursor } from "../../runtime/client-messages.js";
import { requestHeaders } from "../../runtime/client-request-headers.js";
import { ConnectionError, ProtocolError } from "../../runtime/errors.js";
import { nodeHttp } from "../../runtime/node-http-client.js";
import { stdio } from "../../runtime/stdio-client.js";
import type { Protocol } from "../../runtime/protocol.js";
import type { Transport } from "../../runtime/transport.js";
import { version } from "../fingerprint.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../json.js";
import type { EntryKind, Feature } from "../manifest/manifest.js";
import { entryKinds } from "../manifest/manifest.js";
import { readProtocols } from "../protocol/read-protocols.js";
import { clientProfile } from "../protocol/side-profiles.js";
import type { ServerSource } from "./server-source.js";

/** How a server is asked. */
export type AskOptions = {
  /** How long all of it may take. */
  readonly timeoutMs: number;
  /** Ends it early. */
  readonly signal?: AbortSignal | undefined;
  /** Features of the client that will use the server: a server may show more to one that can answer it. */
  readonly features?: readonly Feature[] | undefined;
  /** Gets what the server writes to stderr, and what was odd on the way. */
  readonly onNoise?: ((text: string) => void) | undefined;
};

/** What a server said, as it came. */
export type Said = {
  readonly identity: ServerIdentity;
  readonly lists: { readonly [kind in EntryKind]: readonly JsonValue[] };
};

const methods: { readonly [kind in EntryKind]: string } = {
  tools: "tools/list",
  prompts: "prompts/list",
  resources: "resources/list",
  resourceTemplates: "resources/templates/list",
};

/** The requests that are made, whatever the version. */
interface Lists extends Protocol {
  readonly requests: { readonly [method: string]: object };
}

/** More than any server has; a bound against one that never ends. */
const most = { pages: 1_000, entries: 20_000, characters: 32 * 1024 * 1024 };

/** A first start may have to load a package before anything can answer. */
const probeTimeoutMs = 20_000;

const methodNotFound = -32601;

/**
 * Connects to a server, reads its lists to their last page and ends the connection,
 * and with it the process. Rejects with what the runtime's client rejects with;
 * ConnectionError "limit" for a server that says too much.
 */
export async function askServer(
  source: ServerSource,
  options: AskOptions,
): Promise<Said> {
  const end = new AbortController();
  const give = (message: string): void =>
    end.abort(new ConnectionError("aborted", message));
  const seconds = options.timeoutMs / 1000;
  const timer = setTimeout(
    () => give(`it was not done within ${seconds} s`),
    options.timeoutMs,
  );
  const interrupt = (): void => give("it was interrupted");
  options.signal?.addEventListener("abort", interrupt, { once: true });
  if (options.signal?.aborted) interrupt();
  try {
    const client = await open(source, options, end.signal);
    try {
      return await readLists(client, end.signal);
    } finally {
      await client.close();
    }
  } catch (error) {
    // A request that was aborted says so itself, but not why.
    throw end.signal.aborted ? end.signal.reason : error;
  } finally {
    clearTimeout(timer);
    options.signal?.removeEventListener("abort", interrupt);
  }
}

async function open(
  source: ServerSource,
  options: AskOptions,
  end: AbortSignal,
): Promise<Connection<Lists>> {
  const transport = transportOf(source, options);
  let opened = false;
  const opening: Transport = {
    kind: transport.kind,
    async open(receiver, auth) {
      const channel = await transport.open(receiver, auth);
      // Requests have the signal themselves; what opens the connection takes none.
      const stop = (): void => {
        if (!opened) receiver.closed(end.reason as ConnectionError);
      };
      end.addEventListener("abort", stop, { once: true });
      if (end.aborted) stop();
      return channel;
    },
  };
  const client = await connect<Lists>(opening, {
    ...answering,
    features: featuresOf(options.features ?? []),
    info: { name: "mcpgen", version: version() },
    timeoutMs: options.timeoutMs,
    probeTimeoutMs: Math.min(probeTimeoutMs, options.timeoutMs / 2),
    onWarning: options.onNoise,
  });
  opened = true;
  return client;
}

function transportOf(source: ServerSource, { onNoise }: AskOptions): Transport {
  if (source.kind === "http") {
    const { url, headers } = source;
    return nodeHttp({ url, headers, maxMessageLength: most.characters });
  }
  const { command, args, env, cwd } = source;
  return stdio({
    command,
    args,
    env,
    cwd,
    onStderr: onNoise,
    maxLineBytes: most.characters,
    ownGroup: true,
  });
}

/** Nobody is there to answer; a server that asks hears no. */
const answering: ConnectOptions<Lists> = {
  onElicit: { form: () => ({ action: "cancel" }), url: () => refuse() },
  onSample: () => refuse(),
  roots: [],
};

function refuse(): never {
  throw new ProtocolError(-32603, "Only the lists are read; nobody answers");
}

function featuresOf(features: readonly Feature[]): ClientFeatures {
  const answers = [
    ["elicitation", answerElicitation],
    ["sampling", answerSampling],
    ["roots", answerRoots],
  ] as const;
  return {
    profiles: readProtocols().protocols.map(({ profile }) =>
      clientProfile(profile, () => true),
    ),
    open: openEither,
    requestHeaders,
    answers: clientAnswers(
      ...answers
        .filter(([feature]) => features.includes(feature))
        .map(([, answer]) => answer),
    ),
    httpSessions,
    httpSse,
  };
}

async function readLists(
  client: Connection<Lists>,
  signal: AbortSignal,
): Promise<Said> {
  const budget = { characters: most.characters };
  const lists: { [kind in EntryKind]: readonly JsonValue[] } = {
    tools: [],
    prompts: [],
    resources: [],
    resourceTemplates: [],
  };
  for (const kind of entryKinds) {
    lists[kind] = await readList(client, kind, budget, signal);
  }
  return { identity: client.server, lists };
}

/** Whether the server says that it has a list. */
function isDeclared(client: Connection<Lists>, kind: EntryKind): boolean {
  const capability = kind === "resourceTemplates" ? "resources" : kind;
  return client.server.capabilities[capability] !== undefined;
}

async function readList(
  client: Connection<Lists>,
  kind: EntryKind,
  budget: { characters: number },
  signal: AbortSignal,
): Promise<readonly JsonValue[]> {
  // Tools are what most servers are for, and some forget to declare them.
  if (kind !== "tools" && !isDeclared(client, kind)) return [];
  const method = methods[kind];
  const entries: JsonValue[] = [];
  const seen = new Set<string>();
  let cursor: string | undefined;
  do {
    const page = await readPage(client, method, cursor, signal);
    if (page === undefined) return [];
    const list = listOf(page, kind);
    for (const entry of list) entries.push(entry);
    cursor = nextCursor(page);
    budget.characters -= sizeOf(list);
    if (cursor !== undefined && seen.has(cursor))
      throw new ConnectionError("limit", `${method} goes round in a circle`);
    if (cursor !== undefined) seen.add(cursor);
    checkLimits(method, seen.size, entries.length, budget.characters);
  } while (cursor !== undefined);
  return entries;
}

function listOf(page: JsonObject, kind: EntryKind): readonly JsonValue[] {
  const list = page[kind];
  if (Array.isArray(list)) return list as readonly JsonValue[];
  throw new ConnectionError(
    "protocol",
    `the result of ${methods[kind]} has no list of ${kind}`,
  );
}

async function readPage(
  client: Connection<Lists>,
  method: string,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<JsonObject | undefined> {
  const params = cursor === undefined ? undefined : { cursor };
  try {
    const result: unknown = await client.request(method, params, { signal });
    return isJsonObject(result) ? result : undefined;
  } catch (error) {
    const isUnknown =
      error instanceof ProtocolError && error.code === methodNotFound;
    // What was declared may still not be there: servers of resources often have no templates.
    if (isUnknown && cursor === undefined) return undefined;
    throw error;
  }
}

function checkLimits(
  method: string,
  pages: number,
  entries: number,
  characters: number,
): void {
  const passed =
    pages >= most.pages
      ? `${most.pages} pages`
      : entries > most.entries
        ? `${most.entries} entries`
        : characters < 0
          ? `${most.characters} characters`
          : undefined;
  if (passed !== undefined)
    throw new ConnectionError("limit", `${method} has more than ${passed}`);
}

/** Characters of the texts in a list, near enough for a bound; without recursion, for nobody knows how deep it is. */
function sizeOf(list: readonly JsonValue[]): number {
  const waiting: JsonValue[] = [...list];
  let size = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    size += typeof next === "string" ? next.length : 8;
    if (typeof next !== "object" || next === null) continue;
    for (const [key, value] of Object.entries(next)) {
      size += key.length;
      waiting.push(value);
    }
  }
  return size;
}
