import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import {
  afterAll,
  beforeAll,
  describe,
  expect,
  it,
  onTestFinished,
} from "vitest";
import type { Client } from "../../src/runtime/client-api.js";
import type { ConnectOptions } from "../../src/runtime/client-options.js";
import type { linked } from "../../src/runtime/linked.js";
import type { nodeHttp } from "../../src/runtime/node-http-client.js";
import type { Server } from "../../src/runtime/server.js";
import type { stdio } from "../../src/runtime/stdio-client.js";
import type { Transport } from "../../src/runtime/transport.js";
import { compilers } from "../support/compilers.js";
import {
  compileCell,
  nodeCells,
  openConsumer,
  writeFiles,
} from "../support/consumer.js";
import { project } from "../support/project.js";
import { openTemporary } from "../support/temporary.js";
import { sources } from "./asking-sources.js";
import { bundle, generate, load } from "./generated.js";

/** What is emitted for test/fixtures/asking, and what its user wrote. */
type Emitted = {
  connectAsking(
    transport: Transport,
    options: ConnectOptions,
  ): Promise<AskingClient>;
  createAskingServer(options: { handlers: object; app: object }): Server;
  createApp(): Promise<object>;
  handlers: object;
  linked: typeof linked;
  stdio: typeof stdio;
  nodeHttp: typeof nodeHttp;
};

type AskingClient = Client & {
  readonly tools: {
    bookTable(input: { guests: number }): Promise<object>;
  };
};

let emitted: Emitted;
let folder = "";
let program = "";
let remove = async (): Promise<void> => {};

beforeAll(async () => {
  const opened = await openTemporary("asking");
  ({ path: folder, remove } = opened);
  const manifest = project("test/fixtures/asking/manifest.yaml");
  await generate(folder, { "manifest.yaml": readFileSync(manifest, "utf8") });
  await openConsumer(folder);
  await writeFiles(folder, sources);
  emitted = await load<Emitted>(folder, {
    "asking/client": ["connectAsking"],
    "asking/server": ["createAskingServer"],
    "asking/handlers": ["handlers"],
    "../handlers/asking/app": ["createApp"],
    "runtime/linked": ["linked"],
    "runtime/stdio-client": ["stdio"],
    "runtime/node-http-client": ["nodeHttp"],
  });
  program = await bundle(
    join(folder, "out/asking/main.ts"),
    join(folder, "main.mjs"),
  );
});

afterAll(async () => remove());

/** Starts the program on a free port, which it prints. */
async function listenHttp(): Promise<string> {
  const child: ChildProcess = spawn(
    process.execPath,
    [program, "--http", "127.0.0.1:0"],
    { stdio: ["ignore", "inherit", "pipe"] },
  );
  const exited = once(child, "exit");
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await exited;
  });
  const lines = createInterface({ input: child.stderr! });
  const [line] = (await once(lines, "line")) as [string];
  return /^Listening on (\S+)$/.exec(line)![1]!;
}

const transports: {
  readonly [name: string]: () => Promise<Transport>;
} = {
  linked: async () => {
    const { createAskingServer, handlers, createApp } = emitted;
    const server = createAskingServer({ handlers, app: await createApp() });
    return emitted.linked(server);
  },
  stdio: () =>
    Promise.resolve(
      emitted.stdio({ command: process.execPath, args: [program] }),
    ),
  "node HTTP": async () => emitted.nodeHttp({ url: await listenHttp() }),
};

type Message = { readonly [name: string]: unknown };

/** The same transport, keeping what the server says. */
function overheard(transport: Transport, heard: Message[]): Transport {
  return {
    kind: transport.kind,
    open: (receiver, auth) =>
      transport.open(
        {
          message(value) {
            heard.push(value as Message);
            receiver.message(value);
          },
          failed: (id, error) => receiver.failed(id, error),
          forgotten: () => receiver.forgotten(),
          pause: () => receiver.pause(),
          warning: (text) => receiver.warning(text),
          closed: (error) => receiver.closed(error),
        },
        auth,
      ),
  };
}

/** What the server asked: in results that end a round, or by requests of its own. */
function questions(heard: readonly Message[]): {
  readonly rounds: readonly string[];
  readonly requests: readonly unknown[];
} {
  const results = heard.flatMap(({ result }): Message[] =>
    result === undefined ? [] : [result as Message],
  );
  return {
    rounds: results
      .filter(({ resultType }) => resultType === "input_required")
      .map(({ inputRequests }) =>
        Object.entries(inputRequests as { [key: string]: Message })
          .map(([key, { method }]) => `${key}: ${String(method)}`)
          .join(),
      ),
    requests: heard
      .filter((message) => "method" in message && "id" in message)
      .map(({ method }) => method),
  };
}

type Asked = {
  readonly client: AskingClient;
  readonly heard: Message[];
  readonly seen: unknown[];
  readonly warnings: string[];
};

async function ask(
  transport: Transport,
  options: ConnectOptions = {},
): Promise<Asked> {
  const heard: Message[] = [];
  const seen: unknown[] = [];
  const warnings: string[] = [];
  const client = await emitted.connectAsking(overheard(transport, heard), {
    onElicit: (params) => {
      const { message, requestedSchema } = params as Message;
      seen.push(
        message,
        Object.keys((requestedSchema as Message)["properties"] as object),
      );
      return {
        action: "accept",
        content: { seating: "terrace", highChairs: 1 },
      };
    },
    onSample: (params) => {
      seen.push((params as Message)["maxTokens"]);
      return {
        role: "assistant",
        model: "made up",
        content: { type: "text", text: "Welcome" },
      };
    },
    roots: () => [{ uri: "file:///menus" }],
    onWarning: (text) => warnings.push(text),
    ...options,
  });
  onTestFinished(() => client.close());
  return { client, heard, seen, warnings };
}

const booked = {
  state: "booked",
  number: 1,
  seating: "terrace",
  remind: true,
  greeting: "Welcome",
  folders: ["file:///menus"],
};

const asked = [
  "Where would you like to sit?",
  ["seating", "highChairs", "remind", "note"],
  20,
];

const legacy = ["2025-11-25"];

it("compiles as its types promise, under every strict flag", async () => {
  const newest = compilers.find(({ version }) => version.startsWith("6."))!;
  const cell = nodeCells(newest).find(
    ({ name }) => name.includes("ESNext, every") && name.includes("NodeNext"),
  )!;
  const include = ["out", "handlers", "typed.ts"];
  expect(await compileCell(folder, cell, include)).toBe("");
});

describe.each(Object.entries(transports))(
  "a modern client that is asked over %s",
  (_, open) => {
    it("answers round by round, and what was done is not done again", async () => {
      const { client, heard, seen, warnings } = await ask(await open());
      expect(client.server.era).toBe("modern");
      const done = await client.tools.bookTable({ guests: 3 });
      expect(done).toEqual({ ...booked, runs: 4, bookings: 1 });
      expect(seen).toEqual(asked);
      expect(questions(heard)).toEqual({
        rounds: [
          "confirm: elicitation/create",
          "greet: sampling/createMessage",
          "folders: roots/list",
        ],
        requests: [],
      });
      const again = await client.tools.bookTable({ guests: 1 });
      expect(again).toEqual({ ...booked, number: 2, runs: 8, bookings: 2 });
      await client.close();
      expect(warnings).toEqual([]);
    });

    it.each(["decline", "cancel"])("may %s the form", async (action) => {
      const { client, heard } = await ask(await open(), {
        onElicit: () => ({ action }),
      });
      const done = await client.tools.bookTable({ guests: 3 });
      expect(done).toEqual({ state: action, runs: 2, bookings: 0 });
      expect(questions(heard).rounds).toHaveLength(1);
    });
  },
);

describe.each(["linked", "stdio", "node HTTP"])(
  "a legacy client that is asked over %s",
  (name) => {
    it("answers requests, and the handler runs once", async () => {
      const { client, heard, seen, warnings } = await ask(
        await transports[name]!(),
        { versions: legacy },
      );
      expect(client.server.version).toBe("2025-11-25");
      const done = await client.tools.bookTable({ guests: 3 });
      expect(done).toEqual({ ...booked, runs: 1, bookings: 1 });
      expect(seen).toEqual(asked);
      expect(questions(heard)).toEqual({
        rounds: [],
        requests: [
          "elicitation/create",
          "sampling/createMessage",
          "roots/list",
        ],
      });
      await client.close();
      expect(warnings).toEqual([]);
    });

    it.each(["decline", "cancel"])("may %s the form", async (action) => {
      const { client, heard } = await ask(await transports[name]!(), {
        versions: legacy,
        onElicit: () => ({ action }),
      });
      const done = await client.tools.bookTable({ guests: 3 });
      expect(done).toEqual({ state: action, runs: 1, bookings: 0 });
      expect(questions(heard).requests).toEqual(["elicitation/create"]);
    });
  },
);

it("says what a client lacks that takes no forms", async () => {
  const { client, heard } = await ask(await transports["linked"]!(), {
    onElicit: undefined,
  });
  await expect(client.tools.bookTable({ guests: 3 })).rejects.toThrow(
    "elicitation",
  );
  expect(questions(heard)).toEqual({ rounds: [], requests: [] });
});

it("asks again where an answer does not fit the form", async () => {
  let count = 0;
  const { client } = await ask(await transports["linked"]!(), {
    onElicit: () => {
      count += 1;
      const seating = count === 1 ? "roof" : "window";
      return { action: "accept", content: { seating, highChairs: 0 } };
    },
  });
  const done = await client.tools.bookTable({ guests: 3 });
  expect(done).toMatchObject({ seating: "window", runs: 5, bookings: 1 });
});
