import { readFileSync } from "node:fs";
import {
  Client as SecondClient,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { Client as FirstClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as FirstHttp } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import {
  afterAll,
  beforeAll,
  describe,
  expect,
  it,
  onTestFinished,
} from "vitest";
import type { ClientHandle } from "../../src/runtime/client.js";
import type { Client } from "../../src/runtime/client-api.js";
import type { Completion } from "../../src/runtime/client-complete.js";
import type { ConnectOptions } from "../../src/runtime/client-options.js";
import type { linked } from "../../src/runtime/linked.js";
import type { nodeHttp } from "../../src/runtime/node-http-client.js";
import type { serveHttp } from "../../src/runtime/node-http-server.js";
import type { Server } from "../../src/runtime/server.js";
import type { Transport } from "../../src/runtime/transport.js";
import type { Difference } from "../../src/runtime/verify.js";
import { compilers } from "../support/compilers.js";
import {
  compileCell,
  nodeCells,
  openConsumer,
  writeFiles,
} from "../support/consumer.js";
import { project } from "../support/project.js";
import { openTemporary } from "../support/temporary.js";
import { profiles } from "../runtime/profiles.js";
import { generate, load } from "./generated.js";
import { sources } from "./library-sources.js";

/** What is emitted for test/fixtures/library, and what its user wrote. */
type Emitted = {
  connectLibrary(
    transport: Transport,
    options: ConnectOptions,
  ): Promise<LibraryClient>;
  createLibraryServer(options: { handlers: object; app: object }): Server;
  handlers: object;
  verify(client: ClientHandle): Promise<readonly Difference[]>;
  linked: typeof linked;
  nodeHttp: typeof nodeHttp;
  serveHttp: typeof serveHttp;
};

type LibraryClient = Client & {
  complete(request: {
    prompt?: string;
    template?: string;
    argument: string;
    value: string;
    chosen?: object;
  }): Promise<Completion>;
};

let emitted: Emitted;
let folder = "";
let remove = async (): Promise<void> => {};

beforeAll(async () => {
  const opened = await openTemporary("library");
  ({ path: folder, remove } = opened);
  const manifest = project("test/fixtures/library/manifest.yaml");
  await openConsumer(folder);
  await writeFiles(folder, sources);
  await generate(folder, { "manifest.yaml": readFileSync(manifest, "utf8") });
  emitted = await load<Emitted>(folder, {
    "library/client": ["connectLibrary"],
    "library/server": ["createLibraryServer"],
    "library/handlers": ["handlers"],
    "library/verify": ["verify"],
    "runtime/linked": ["linked"],
    "runtime/node-http-client": ["nodeHttp"],
    "runtime/node-http-server": ["serveHttp"],
  });
});

afterAll(async () => remove());

function serve(): Server {
  const { createLibraryServer, handlers } = emitted;
  const server = createLibraryServer({ handlers, app: {} });
  onTestFinished(() => server.close());
  return server;
}

async function listen(): Promise<string> {
  const { url } = await emitted.serveHttp(serve(), { port: 0 });
  return url;
}

async function use(
  transport: Transport,
  version: string,
): Promise<LibraryClient> {
  const client = await emitted.connectLibrary(transport, {
    versions: [version],
  });
  onTestFinished(() => client.close());
  return client;
}

async function names(list: AsyncIterable<unknown>): Promise<string[]> {
  const found: string[] = [];
  for await (const entry of list) found.push((entry as { name: string }).name);
  return found;
}

const cells = profiles.flatMap(({ version, transports }) => [
  [version, "linked"] as const,
  ...(transports.includes("streamable") || transports.includes("post")
    ? [[version, "http"] as const]
    : []),
]);

it("compiles as its types promise, under every strict flag, in the oldest compiler and the newest", async () => {
  for (const compiler of [compilers[0]!, compilers.at(-1)!]) {
    const cell = nodeCells(compiler).find(
      ({ name }) => name.includes("ESNext, every") && name.includes("NodeNext"),
    )!;
    const include = ["out", "handlers", "typed.ts"];
    expect(await compileCell(folder, cell, include)).toBe("");
  }
});

describe.each(cells)("on %s over %s", (version, way) => {
  const connect = async (): Promise<LibraryClient> =>
    use(
      way === "linked"
        ? emitted.linked(serve())
        : emitted.nodeHttp({ url: await listen() }),
      version,
    );

  it("lists go over pages and hold what templates list", async () => {
    const client = await connect();
    expect(await names(client.listTools())).toEqual([
      "borrow",
      "count",
      "return",
    ]);
    expect(await names(client.listResources())).toEqual([
      "hours",
      "Howl",
      "Ariel",
      "Emma",
      "Ulysses",
      "Dubliners",
    ]);
  });

  it("arguments and variables are completed", async () => {
    const client = await connect();
    const { completionContext } = profiles.find(
      (profile) => profile.version === version,
    )!;
    expect(
      await client.complete({
        prompt: "review",
        argument: "tone",
        value: "gree",
        chosen: { title: "Emma" },
      }),
    ).toEqual({
      values: ["greeish", completionContext ? "for Emma" : "for all"],
    });
    expect(
      await client.complete({
        template: "book",
        argument: "title",
        value: "U",
        chosen: { shelf: "novels" },
      }),
    ).toEqual({ values: completionContext ? ["Ulysses"] : [], total: 10 });
    await expect(
      client.complete({ template: "nobody", argument: "x", value: "" }),
    ).rejects.toThrow(TypeError);
  });

  it("the live server is as the manifest says", async () => {
    expect(await emitted.verify(await connect())).toEqual([]);
  });
});

describe("the official clients", () => {
  const info = { name: "official", version: "1.0.0" };
  const ask = {
    ref: { type: "ref/resource", uri: "library://books/{shelf}/{title}" },
    argument: { name: "title", value: "" },
    context: { arguments: { shelf: "poems" } },
  } as const;

  it("of the first generation follow the pages and complete", async () => {
    const client = new FirstClient(info);
    await client.connect(new FirstHttp(new URL(await listen())));
    onTestFinished(() => client.close());
    expect(client.getServerCapabilities()).toMatchObject({ completions: {} });
    const first = await client.listTools();
    expect(first.tools).toHaveLength(2);
    const second = await client.listTools({ cursor: first.nextCursor });
    expect(second.tools.map(({ name }) => name)).toEqual(["return"]);
    expect(second.nextCursor).toBeUndefined();
    await expect(client.listTools({ cursor: "other" })).rejects.toMatchObject({
      code: -32602,
    });
    expect((await client.complete(ask)).completion).toMatchObject({
      values: ["Howl", "Ariel"],
    });
  });

  it("of the second generation follow the pages and complete", async () => {
    const client = new SecondClient(info, {
      versionNegotiation: { mode: "auto" },
    });
    await client.connect(
      new StreamableHTTPClientTransport(new URL(await listen())),
    );
    onTestFinished(() => client.close());
    const { resources } = await client.listResources();
    expect(resources.length).toBeGreaterThan(0);
    expect((await client.complete(ask)).completion).toMatchObject({
      values: ["Howl", "Ariel"],
    });
  });
});
