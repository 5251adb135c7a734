import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import {
  Client,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Client as FirstClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as FirstStdio } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport as FirstHttp } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import {
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  ListRootsRequestSchema,
  ToolListChangedNotificationSchema,
} from "@modelcontextprotocol/sdk/types.js";
import {
  afterAll,
  beforeAll,
  describe,
  expect,
  it,
  onTestFinished,
} from "vitest";
import type { serveHttp } from "../../src/runtime/node-http-server.js";
import type { Server } from "../../src/runtime/server.js";
import { openTemporary } from "../support/temporary.js";
import { bundle, generate, load } from "./generated.js";

/** A server whose one tool asks for everything that a client can be asked for; the official clients answer. */
const manifest = {
  server: { name: "booking", version: "1.0.0" },
  features: ["elicitation", "sampling", "roots"],
  listChanged: { tools: true },
  elicitations: {
    table: {
      message: "Which table?",
      requestedSchema: {
        type: "object",
        properties: {
          guests: { type: "integer", minimum: 1 },
          outside: { type: "boolean" },
        },
        required: ["guests"],
      },
    },
  },
  tools: {
    book: {
      inputSchema: {
        type: "object",
        properties: { day: { type: "string" } },
        required: ["day"],
      },
    },
  },
};

/** As its user writes it. */
const handler = `import type { Handler } from "../../out/booking/server.js";

export const book: Handler<"book"> = async ({ day }, context) => {
  const seat = await context.step("seat", () => 7);
  const [roots, table] = await Promise.all([
    context.roots("roots"),
    context.elicit("table", "table"),
  ]);
  if (table.action !== "accept") return \`no table: \${table.action}\`;
  const toast = await context.sample("toast", {
    messages: [{ role: "user", content: { type: "text", text: day } }],
    maxTokens: 10,
  });
  return JSON.stringify([seat, roots, table.content, toast.content]);
};
`;

type Emitted = {
  createBookingServer(options: { handlers: object; app: object }): Server;
  handlers: object;
  serveHttp: typeof serveHttp;
};

let program = "";
let emitted: Emitted;
let remove = async (): Promise<void> => {};

beforeAll(async () => {
  const folder = await openTemporary("booking");
  remove = folder.remove;
  await generate(folder.path, { "manifest.json": JSON.stringify(manifest) });
  await writeFile(join(folder.path, "handlers/booking/book.ts"), handler);
  program = await bundle(
    join(folder.path, "out/booking/main.ts"),
    join(folder.path, "main.mjs"),
  );
  emitted = await load<Emitted>(folder.path, {
    "booking/server": ["createBookingServer"],
    "booking/handlers": ["handlers"],
    "runtime/node-http-server": ["serveHttp"],
  });
});

afterAll(async () => remove());

const command = () => ({ command: process.execPath, args: [program] });

/** The server in this process, behind HTTP. */
async function listen(): Promise<{ server: Server; url: URL }> {
  const { handlers } = emitted;
  const server = emitted.createBookingServer({ handlers, app: {} });
  const listener = await emitted.serveHttp(server, { port: 0 });
  onTestFinished(() => listener.close());
  return { server, url: new URL(listener.url) };
}

const info = { name: "guest", version: "1.0.0" };
const capabilities = { elicitation: { form: {} }, sampling: {}, roots: {} };
const roots = [{ uri: pathToFileURL("/cellar").href, name: "cellar" }];
const content = { guests: 3, outside: true };
const table = { action: "accept" as const, content };
const toast = {
  role: "assistant" as const,
  model: "a-parrot",
  content: { type: "text" as const, text: "cheers" },
};
const call = { name: "book", arguments: { day: "Friday" } };
const booked = [7, roots, content, toast.content];

const parse = (result: object): unknown => {
  const { content: blocks } = result as { content: [{ text: string }] };
  return JSON.parse(blocks[0].text);
};

describe("the emitted server asks the official client", () => {
  const first = () => {
    const client = new FirstClient(info, { capabilities });
    client.setRequestHandler(ElicitRequestSchema, () => table);
    client.setRequestHandler(CreateMessageRequestSchema, () => toast);
    client.setRequestHandler(ListRootsRequestSchema, () => ({ roots }));
    onTestFinished(() => client.close());
    return client;
  };

  it("of the first generation, over stdio", async () => {
    const client = first();
    await client.connect(new FirstStdio(command()));
    expect(parse(await client.callTool(call))).toEqual(booked);
  });

  it("of the first generation, over HTTP", async () => {
    const { server, url } = await listen();
    const client = first();
    const changed = new Promise<void>((resolve) =>
      client.setNotificationHandler(ToolListChangedNotificationSchema, () =>
        resolve(),
      ),
    );
    const transport = new FirstHttp(url);
    await client.connect(transport);
    expect(parse(await client.callTool(call))).toEqual(booked);
    server.changed("tools");
    await changed;
    await transport.terminateSession();
    expect(transport.sessionId).toBeUndefined();
  });

  const second = (mode: "legacy" | "auto") => {
    const client = new Client(info, {
      capabilities,
      versionNegotiation: { mode },
    });
    client.setRequestHandler("elicitation/create", () => table);
    client.setRequestHandler("sampling/createMessage", () => toast);
    client.setRequestHandler("roots/list", () => ({ roots }));
    onTestFinished(() => client.close());
    return client;
  };

  it.each(["legacy", "auto"] as const)(
    "of the second generation, mode %s, over stdio",
    async (mode) => {
      const client = second(mode);
      await client.connect(new StdioClientTransport(command()));
      expect(parse(await client.callTool(call))).toEqual(booked);
    },
  );

  it.each(["legacy", "auto"] as const)(
    "of the second generation, mode %s, over HTTP",
    async (mode) => {
      const { url } = await listen();
      const client = second(mode);
      await client.connect(new StreamableHTTPClientTransport(url));
      expect(parse(await client.callTool(call))).toEqual(booked);
    },
  );
});

it.each(["legacy", "auto"] as const)(
  "tells the official client of the second generation, mode %s, of a changed list",
  async (mode) => {
    const { server, url } = await listen();
    const told = new Promise<unknown>((resolve, reject) => {
      const client = new Client(info, {
        versionNegotiation: { mode },
        listChanged: {
          tools: {
            onChanged: (error, tools) =>
              error ? reject(error) : resolve(tools?.map(({ name }) => name)),
          },
        },
      });
      onTestFinished(() => client.close());
      client
        .connect(new StreamableHTTPClientTransport(url))
        .then(() => server.changed("tools"), reject);
    });
    expect(await told).toEqual(["book"]);
  },
);
