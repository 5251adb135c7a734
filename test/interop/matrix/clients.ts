import {
  Client as Second,
  type ClientOptions,
  SSEClientTransport as SecondSse,
  StreamableHTTPClientTransport as SecondHttp,
} from "@modelcontextprotocol/client";
import { StdioClientTransport as SecondStdio } from "@modelcontextprotocol/client/stdio";
import { Client as First } from "@modelcontextprotocol/sdk/client/index.js";
import { SSEClientTransport as FirstSse } from "@modelcontextprotocol/sdk/client/sse.js";
import { StdioClientTransport as FirstStdio } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport as FirstHttp } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import {
  ElicitRequestSchema,
  ToolListChangedNotificationSchema,
} from "@modelcontextprotocol/sdk/types.js";
import type { Party } from "./project.js";

/** Where a server is. */
export type Place =
  | { readonly kind: "stdio"; readonly args: readonly string[] }
  | { readonly kind: "http" | "sse"; readonly url: string };

export type CallMore = {
  readonly onProgress?: (progress: number) => void;
  readonly signal?: AbortSignal;
};

/** What a cell of the matrix does with a client, whoever made it. */
export interface CellClient {
  /** The version that was agreed on. */
  readonly version: string | undefined;
  /** Settles when the server has told that its tools have changed. */
  readonly changed: Promise<unknown>;
  tools(): Promise<readonly string[]>;
  /** Calls a tool, and gives the text of its content. */
  call(name: string, input: object, more?: CallMore): Promise<string>;
  read(uri: string): Promise<object>;
  prompt(name: string, input: Record<string, string>): Promise<object>;
  close(): Promise<void>;
}

/** Connects to a server, offering one version where one is named. */
export type Connect = (
  place: Place,
  version: string | undefined,
) => Promise<CellClient>;

const info = { name: "guest", version: "1.0.0" };
const capabilities = { elicitation: { form: {} } };
const answer = { action: "accept" as const, content: { name: "Ada" } };

/** The emitted client. */
export const ours =
  ({ connectParty, nodeHttp, stdio }: Party): Connect =>
  async (place, version) => {
    const client = await connectParty(
      place.kind === "stdio"
        ? stdio({ command: process.execPath, args: place.args })
        : nodeHttp({ url: place.url }),
      {
        onElicit: () => answer,
        ...(version !== undefined && { versions: [version] }),
      },
    );
    const changed = new Promise<void>((resolve) =>
      client.on("toolsListChanged", () => resolve()),
    );
    const { tools } = client;
    return {
      version: client.server.version,
      changed,
      async tools() {
        const names: string[] = [];
        for await (const tool of client.listTools())
          names.push((tool as { name: string }).name);
        return names;
      },
      async call(name, input, { onProgress, signal } = {}) {
        const tool = tools[name as keyof typeof tools];
        const { text } = await tool(input as never, {
          signal,
          ...(onProgress && {
            onProgress: ({ progress }) => onProgress(progress),
          }),
        });
        return text;
      },
      read: () => client.resources.motd(),
      prompt: (_name, input) => client.prompts.welcome(input as never),
      close: () => client.close(),
    };
  };

type OfficialCall = {
  onprogress?: (report: { progress: number }) => void;
  signal?: AbortSignal;
};

/** What both generations of the official client have in common, as far as it is used here. */
type Official = {
  listTools(): Promise<{ tools: { name: string }[] }>;
  readResource(params: { uri: string }): Promise<object>;
  getPrompt(params: {
    name: string;
    arguments: Record<string, string>;
  }): Promise<object>;
  close(): Promise<void>;
};

function official(
  client: Official,
  version: string | undefined,
  changed: Promise<unknown>,
  callTool: (
    params: { name: string; arguments: Record<string, unknown> },
    more: OfficialCall,
  ) => Promise<object>,
): CellClient {
  return {
    version,
    changed,
    async tools() {
      const { tools } = await client.listTools();
      return tools.map(({ name }) => name);
    },
    async call(name, input, { onProgress, signal } = {}) {
      const params = { name, arguments: { ...input } };
      const { content } = (await callTool(params, {
        ...(signal && { signal }),
        ...(onProgress && {
          onprogress: ({ progress }) => onProgress(progress),
        }),
      })) as { content: [{ text: string }] };
      return content[0].text;
    },
    read: (uri) => client.readResource({ uri }),
    prompt: (name, input) => client.getPrompt({ name, arguments: input }),
    close: () => client.close(),
  };
}

/** The official client, first generation, which offers its newest version always. */
export const first: Connect = async (place) => {
  const client = new First(info, { capabilities });
  client.setRequestHandler(ElicitRequestSchema, () => answer);
  const changed = new Promise<void>((resolve) =>
    client.setNotificationHandler(ToolListChangedNotificationSchema, () =>
      resolve(),
    ),
  );
  const transport = firstTransport(place);
  let version: string | undefined;
  const tell = transport.setProtocolVersion?.bind(transport);
  transport.setProtocolVersion = (agreed) => {
    version = agreed;
    tell?.(agreed);
  };
  await client.connect(transport);
  return official(client, version, changed, (params, more) =>
    client.callTool(params, undefined, more),
  );
};

function firstTransport(place: Place): Transport {
  if (place.kind === "stdio")
    return new FirstStdio({ command: process.execPath, args: [...place.args] });
  const url = new URL(place.url);
  return place.kind === "sse"
    ? // eslint-disable-next-line @typescript-eslint/no-deprecated -- the oldest version has no other
      new FirstSse(url)
    : new FirstHttp(url);
}

/** The official client, second generation. */
export const second: Connect = async (place, version) => {
  let hear: () => void;
  const changed = new Promise<void>((resolve) => (hear = resolve));
  const client = new Second(info, {
    capabilities,
    listChanged: {
      tools: { autoRefresh: false, debounceMs: 0, onChanged: () => hear() },
    },
    ...negotiation(version),
  });
  client.setRequestHandler("elicitation/create", () => answer);
  await client.connect(secondTransport(place));
  return official(
    client,
    client.getNegotiatedProtocolVersion(),
    changed,
    (params, more) => client.callTool(params, more),
  );
};

function negotiation(version: string | undefined): ClientOptions {
  if (version === undefined) return { versionNegotiation: { mode: "auto" } };
  return version < "2026"
    ? { supportedProtocolVersions: [version] }
    : { versionNegotiation: { mode: { pin: version } } };
}

function secondTransport(place: Place) {
  if (place.kind === "stdio")
    return new SecondStdio({
      command: process.execPath,
      args: [...place.args],
    });
  const url = new URL(place.url);
  return place.kind === "sse"
    ? // eslint-disable-next-line @typescript-eslint/no-deprecated -- the oldest version has no other
      new SecondSse(url)
    : new SecondHttp(url);
}
