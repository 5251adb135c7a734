import { sleep } from "./alarm.js";
import type { CallOptions } from "./client-options.js";
import { asyncDispose } from "./dispose.js";
import { ConnectionError } from "./errors.js";
import { checkServerKey } from "./host-names.js";
import { searchIn, summaryOf, type ToolSummary } from "./host-search.js";
import {
  type HostClient,
  type HostResult,
  HostServer,
  type HostStatus,
  type HostTool,
} from "./host-server.js";
import { isObject } from "./json-rpc.js";

export type { ToolSummary } from "./host-search.js";
export type {
  HostClient,
  HostResult,
  HostStatus,
  HostTool,
} from "./host-server.js";

/**
 * How to connect to each server, by a key of 1 to 32 letters, digits, `-` and single
 * `_`: `{ weather: () => connectWeather(stdio({ … })) }`. Called again after a
 * connection was lost.
 */
export type HostServers = {
  readonly [key: string]: () => Promise<HostClient>;
};

/** What may be said of a host; everything has a default. */
export interface HostOptions {
  /** Milliseconds that a list waits for servers that still connect; their tools come later. Default 30,000. */
  readonly waitMs?: number | undefined;
  /** How many tools one server may bring; the rest are left out with a warning. Default 1,000. */
  readonly maxTools?: number | undefined;
  /** Called when the tools, or the state of a server, have changed. */
  readonly onChange?: (() => void) | undefined;
  /** Told about servers that are down and about odd lists. */
  readonly onWarning?: ((message: string) => void) | undefined;
}

/** Many servers as one, for an application with a model. */
export interface Host<Servers extends HostServers> extends AsyncDisposable {
  /** The tools of all servers that can be reached, in the order of the servers. */
  tools(): Promise<readonly HostTool[]>;
  /** The tools that have words of the query, best first, each in one line. Default limit: 20. */
  searchTools(query: string, limit?: number): Promise<readonly ToolSummary[]>;
  /** All that a model needs to call a tool; undefined where there is none of this name. */
  describeTool(name: string): Promise<HostTool | undefined>;
  /**
   * Calls a tool by its name in this host. What goes wrong comes back as a result with
   * `isError` and a text from which a model can go on: an unknown name, a wrong
   * argument, a server that is down. Rejects with reason "aborted" alone.
   */
  call(
    name: string,
    input?: unknown,
    options?: CallOptions,
  ): Promise<HostResult>;
  /** The typed client of one server, connected; rejects where it cannot be. */
  client<Key extends keyof Servers>(
    key: Key,
  ): Promise<Awaited<ReturnType<Servers[Key]>>>;
  /** How each server is doing. */
  status(): { readonly [key in keyof Servers]: HostStatus };
  /** Ends all connections. */
  close(): Promise<void>;
}

const defaultWaitMs = 30_000;
const defaultMaxTools = 1000;
const defaultLimit = 20;

/** Connects to all servers at once; one that cannot be reached hides none of the others. */
export function createHost<const Servers extends HostServers>(
  servers: Servers,
  options: HostOptions = {},
): Host<Servers> {
  const warning = options.onWarning ?? (() => undefined);
  const around = {
    maxTools: options.maxTools ?? defaultMaxTools,
    changed: options.onChange ?? (() => undefined),
    warning,
  };
  const all = Object.entries(servers).map(([key, connect]) => {
    checkServerKey(key);
    return [key, new HostServer(key, connect, around)] as const;
  });
  for (const [key, server] of all)
    server.client().catch((error: unknown) => {
      warning(`Server ${key} cannot be reached: ${textOf(error)}`);
    });
  return new ServerHost<Servers>(new Map(all), options);
}

class ServerHost<Servers extends HostServers> implements Host<Servers> {
  readonly #servers: ReadonlyMap<string, HostServer>;
  readonly #waitMs: number;

  constructor(
    servers: ReadonlyMap<string, HostServer>,
    { waitMs = defaultWaitMs }: HostOptions,
  ) {
    this.#servers = servers;
    this.#waitMs = waitMs;
  }

  async tools(): Promise<readonly HostTool[]> {
    await this.#settled();
    return [...this.#servers.values()].flatMap(({ tools }) =>
      tools.map(({ tool }) => tool),
    );
  }

  async searchTools(
    query: string,
    limit = defaultLimit,
  ): Promise<readonly ToolSummary[]> {
    const found = searchIn(await this.tools(), query).slice(0, limit);
    return found.map(({ name, description }) => ({
      name,
      summary: summaryOf(description),
    }));
  }

  async describeTool(name: string): Promise<HostTool | undefined> {
    return (await this.tools()).find((tool) => tool.name === name);
  }

  async call(
    name: string,
    input: unknown = {},
    options: CallOptions = {},
  ): Promise<HostResult> {
    if (!isObject(input))
      return failure(`The input of ${name} must be an object`);
    try {
      const found = await this.#find(name);
      return found === undefined
        ? failure(await this.#unknown(name))
        : await found.server.call(found.wire, input, options);
    } catch (error) {
      if (error instanceof ConnectionError && error.reason === "aborted")
        throw error;
      return failure(`${name} failed: ${textOf(error)}`);
    }
  }

  async client<Key extends keyof Servers>(
    key: Key,
  ): Promise<Awaited<ReturnType<Servers[Key]>>> {
    const server = this.#servers.get(String(key));
    if (server === undefined)
      throw new TypeError(`The host has no server ${JSON.stringify(key)}`);
    return (await server.client()) as Awaited<ReturnType<Servers[Key]>>;
  }

  status(): { readonly [key in keyof Servers]: HostStatus } {
    const entries = [...this.#servers].map(([key, { status }]) => [
      key,
      status,
    ]);
    return Object.fromEntries(entries) as Record<keyof Servers, HostStatus>;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#servers.values()].map((one) => one.close()));
  }

  [asyncDispose](): Promise<void> {
    return this.close();
  }

  /** Waits until each server is connected or down, but no longer than asked for. */
  async #settled(): Promise<void> {
    const open = [...this.#servers.values()].filter(
      ({ status }) => status.state === "connecting",
    );
    if (open.length === 0) return;
    const wait = new AbortController();
    const all = Promise.allSettled(open.map((server) => server.client()));
    await Promise.race([all, sleep(this.#waitMs, wait.signal)]);
    wait.abort();
  }

  /** Looks among what is known first; a server that is down is asked for again. */
  async #find(name: string): Promise<Found | undefined> {
    const server = this.#servers.get(name.split("__", 1)[0] ?? "");
    if (server === undefined) return undefined;
    const wireOf = () =>
      server.tools.find(({ tool }) => tool.name === name)?.wire;
    if (wireOf() === undefined) await server.client();
    const wire = wireOf();
    return wire === undefined ? undefined : { server, wire };
  }

  async #unknown(name: string): Promise<string> {
    const near = (await this.searchTools(name, 3)).map((tool) => tool.name);
    const hint = near.length === 0 ? "" : ` Similar: ${near.join(", ")}.`;
    return `There is no tool ${JSON.stringify(name)}.${hint}`;
  }
}

type Found = { readonly server: HostServer; readonly wire: string };

function failure(text: string): HostResult {
  return { content: [{ type: "text", text }], isError: true };
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
