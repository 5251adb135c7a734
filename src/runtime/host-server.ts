import { type ClientHandle, core } from "./client-core.js";
import type {
  CallOptions,
  Listening,
  ServerIdentity,
} from "./client-options.js";
import { ConnectionError, type OpenBlock } from "./errors.js";
import { qualifiedName } from "./host-names.js";
import { isObject, type JsonObject } from "./json-rpc.js";
import { callForResult, readOutput } from "./tool-call.js";

/** What a host needs of a client; every emitted one is fit. */
export interface HostClient extends ClientHandle {
  readonly server: ServerIdentity;
  listTools(options?: CallOptions): AsyncIterable<unknown>;
  on(event: "toolsListChanged", listener: () => void): Listening;
  close(): Promise<void>;
}

/** A tool in the words in which models are told of tools, all of it as JSON. */
export type HostTool = {
  /** `server__tool`: unique, and at most 64 of `[a-zA-Z0-9_-]`, as the APIs of models want it. */
  readonly name: string;
  /** The server's description, else its title; empty where it has neither. */
  readonly description: string;
  readonly inputSchema: JsonObject;
  /** Hints of the server, such as `readOnlyHint`: good only as far as the server is trusted. */
  readonly annotations?: JsonObject;
};

/** A tool and its name on the wire. */
type Listed = { readonly wire: string; readonly tool: HostTool };

/** What a call gives a model: the protocol's `CallToolResult`. */
export type HostResult = {
  readonly content: readonly OpenBlock[];
  readonly structuredContent?: unknown;
  readonly isError?: boolean;
};

/** How one server is doing; `error` says why it is down, or why its tools could not be listed again. */
export type HostStatus = {
  readonly state: "connecting" | "ready" | "down";
  readonly error?: unknown;
};

/** What one server does to the host around it. */
export type Surroundings = {
  readonly maxTools: number;
  changed(): void;
  warning(text: string): void;
};

/** Reasons after which the connection is not there any more. */
const lost: readonly string[] = ["closed", "spawn", "session"];

/** One server of a host: its connection, opened again after it was lost, and its tools. */
export class HostServer {
  /** Kept while the server is down: a model that was told of them may go on to name them. */
  tools: readonly Listed[] = [];
  status: HostStatus = { state: "connecting" };
  readonly #key: string;
  readonly #connect: () => Promise<HostClient>;
  readonly #around: Surroundings;
  #opening: Promise<HostClient> | undefined;
  #current: HostClient | undefined;
  #closed = false;

  constructor(
    key: string,
    connect: () => Promise<HostClient>,
    around: Surroundings,
  ) {
    this.#key = key;
    this.#connect = connect;
    this.#around = around;
  }

  /** The connected client; opens a connection where there is none. */
  client(): Promise<HostClient> {
    return (this.#opening ??= this.#open());
  }

  /** Calls a tool by its name on the wire; checks input and output of those that the manifest has. */
  async call(
    name: string,
    input: unknown,
    options: CallOptions,
  ): Promise<HostResult> {
    const client = await this.client();
    const inner = client[core];
    const tool = inner.described?.get(name);
    try {
      if (tool === undefined) {
        const params = { name, arguments: input };
        const result = await inner.ask("tools/call", params, options);
        return result as HostResult;
      }
      const result = await callForResult(inner, tool, input as never, options);
      if (result["isError"] !== true) readOutput(inner, tool, result);
      return result as HostResult;
    } catch (error) {
      if (error instanceof ConnectionError && lost.includes(error.reason))
        await this.#lose(error, client);
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    const client = await this.#opening?.catch(() => undefined);
    await this.#lose(closedError(), client);
  }

  async #open(): Promise<HostClient> {
    if (this.#closed) throw closedError();
    this.status = { state: "connecting" };
    let client: HostClient | undefined;
    try {
      client = this.#current = await this.#connect();
      this.tools = await this.#list(client);
      this.#follow(client);
    } catch (error) {
      await this.#lose(error, client);
      throw error;
    }
    this.status = { state: "ready" };
    this.#around.changed();
    return client;
  }

  /** Forgets a client, unless another has taken its place since. */
  async #lose(error: unknown, client: HostClient | undefined): Promise<void> {
    if (this.#current === client) {
      this.#current = undefined;
      this.#opening = undefined;
      this.status = { state: "down", error };
      this.#around.changed();
    }
    await client?.close();
  }

  /** Lists again after each change; changes while a list is on its way make one more. */
  #follow(client: HostClient): void {
    let again = false;
    let busy = false;
    const refresh = async (): Promise<void> => {
      again = true;
      if (busy) return;
      busy = true;
      while (again && this.#current === client) {
        again = false;
        try {
          this.tools = await this.#list(client);
          this.#around.changed();
        } catch (error) {
          this.#warn(`its tools could not be listed again: ${String(error)}`);
        }
      }
      busy = false;
    };
    const { tools } = client.server.capabilities;
    if (!isObject(tools) || tools["listChanged"] !== true) return;
    Promise.resolve()
      .then(() => client.on("toolsListChanged", () => void refresh()).ready)
      .catch((error: unknown) =>
        this.#warn(`it does not tell of changes: ${String(error)}`),
      );
  }

  async #list(client: HostClient): Promise<readonly Listed[]> {
    const found: Listed[] = [];
    if (client.server.capabilities["tools"] === undefined) return found;
    const names = new Set<string>();
    for await (const entry of client.listTools({ fresh: true })) {
      const listed = listedOf(this.#key, entry as JsonObject);
      if (names.has(listed.wire)) {
        this.#warn(`it lists ${JSON.stringify(listed.wire)} twice`);
      } else if (found.length === this.#around.maxTools) {
        this.#warn(
          `it has more than ${found.length} tools; the rest are left out`,
        );
        break;
      } else {
        names.add(listed.wire);
        found.push(listed);
      }
    }
    return found;
  }

  #warn(text: string): void {
    this.#around.warning(`Server ${this.#key}: ${text}`);
  }
}

/** `listTools` gives only entries with a name and an object as inputSchema. */
function listedOf(server: string, entry: JsonObject): Listed {
  const wire = entry["name"] as string;
  const { description, title, annotations } = entry;
  const words = typeof description === "string" ? description : title;
  const tool = {
    name: qualifiedName(server, wire),
    description: typeof words === "string" ? words : "",
    inputSchema: entry["inputSchema"] as JsonObject,
    ...(isObject(annotations) && { annotations }),
  };
  return { wire, tool };
}

function closedError(): ConnectionError {
  return new ConnectionError("closed", "The host was closed");
}
