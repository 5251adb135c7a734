import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { createInterface } from "node:readline";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";
import {
  afterAll,
  beforeAll,
  describe,
  expect,
  it,
  onTestFinished,
} from "vitest";
import type {
  ConnectOptions,
  Progress,
} from "../../src/runtime/client-options.js";
import type { http } from "../../src/runtime/http-client.js";
import type { nodeHttp } from "../../src/runtime/node-http-client.js";
import type { stdio } from "../../src/runtime/stdio-client.js";
import type { Transport } from "../../src/runtime/transport.js";
import { typeErrors } from "../support/compile.js";
import { project, root } from "../support/project.js";
import { openTemporary } from "../support/temporary.js";
import { generate, load } from "./generated.js";
import { rawLists, serverProgram } from "./raw-server.js";
import {
  type Asking,
  type Everything,
  type Filesystem,
  proof,
} from "./real-clients.js";

type Connect<Made> = (
  transport: Transport,
  options?: ConnectOptions,
) => Promise<Made>;

/** What the emitted modules export, as far as the tests use it. */
type Emitted = {
  connectEverything: Connect<Everything>;
  connectAsking: Connect<Asking>;
  connectFilesystem: Connect<Filesystem>;
  stdio: typeof stdio;
  http: typeof http;
  nodeHttp: typeof nodeHttp;
};

/** Clients generated from what two real servers list, used on the servers themselves. */
const everythingArgs = [serverProgram("server-everything")];
const filesystemArgs = (folder: string) => [
  serverProgram("server-filesystem"),
  folder,
];

let folder = "";
let files = "";
let emitted: Emitted;
let remove = async (): Promise<void> => {};

beforeAll(async () => {
  ({ path: folder, remove } = await openTemporary("real"));
  files = join(folder, "files");
  await mkdir(files);
  const [everything, asking, filesystem] = await Promise.all([
    rawLists(everythingArgs, ["tools"]),
    rawLists(
      everythingArgs,
      ["tools", "prompts", "resources", "resourceTemplates"],
      { elicitation: {}, sampling: {}, roots: {} },
    ),
    rawLists(filesystemArgs(files), ["tools"]),
  ]);
  await generate(folder, {
    "everything.json": JSON.stringify(everything),
    "filesystem.json": JSON.stringify({
      server: { name: "filesystem", version: "0.2.0" },
      emit: ["client"],
      features: ["roots"],
      ...filesystem,
    }),
    "asking.json": JSON.stringify({
      server: { name: "asking", version: "2.0.0" },
      emit: ["client"],
      features: ["elicitation", "sampling", "roots", "logging", "subscribe"],
      ...asking,
    }),
  });
  emitted = await load<Emitted>(folder, {
    "everything/client": ["connectEverything"],
    "asking/client": ["connectAsking"],
    "filesystem/client": ["connectFilesystem"],
    "runtime/stdio-client": ["stdio"],
    "runtime/http-client": ["http"],
    "runtime/node-http-client": ["nodeHttp"],
  });
});

afterAll(async () => remove());

/** The server as a child process, which is gone when the client is closed. */
const server = (args: readonly string[], onStderr?: (text: string) => void) =>
  emitted.stdio({ command: process.execPath, args, onStderr });

it("gives the clients exactly the types of the schemas", async () => {
  await writeFile(join(folder, "package.json"), `{ "type": "module" }`);
  const here = relative(folder, project("test/interop/real-clients.js"));
  await writeFile(join(folder, "proof.ts"), proof(here.replaceAll("\\", "/")));
  expect(
    typeErrors([relative(root, join(folder, "proof.ts"))], {
      lib: ["lib.es2022.d.ts", "lib.dom.d.ts"],
      types: [],
    }),
  ).toEqual([]);
});

describe("server-everything", () => {
  let client: Everything;

  beforeAll(async () => {
    client = await emitted.connectEverything(server(everythingArgs));
  });

  afterAll(() => client.close());

  it("agrees on the newest version that it has", async () => {
    expect(client.server).toMatchObject({
      info: { name: "mcp-servers/everything" },
      version: "2025-11-25",
      era: "legacy",
    });
    expect(client.server.instructions).toContain("Everything Server");
    const names: unknown[] = [];
    for await (const tool of client.listTools())
      names.push((tool as { name: string }).name);
    expect(names).toContain("get-structured-content");
  });

  it("answers tools without output schema with content", async () => {
    const { tools, call } = client;
    expect((await tools.echo({ message: "grüß dich 👋" })).text).toBe(
      "Echo: grüß dich 👋",
    );
    expect((await tools.getSum({ a: 2.5, b: -4 })).text).toContain("is -1.5");
    expect((await call("get-sum", { a: 1, b: 2 })).text).toContain("is 3");
    const message = await tools.getAnnotatedMessage({
      messageType: "error",
      includeImage: true,
    });
    expect(message).toMatchObject([
      { type: "text", annotations: { priority: 1 } },
      { type: "image", mimeType: "image/png" },
    ]);
    const links = await tools.getResourceLinks({ count: 2 });
    expect(links.map(({ type }) => type)).toEqual([
      "text",
      "resource_link",
      "resource_link",
    ]);
    const image = await tools.getTinyImage();
    expect(image.filter(({ type }) => type === "image")).toHaveLength(1);
  });

  it("answers a tool with output schema with its output", async () => {
    const { tools } = client;
    const now = await tools.getStructuredContent({ location: "Chicago" });
    expect(now).toEqual({
      temperature: 36,
      conditions: "Light rain / drizzle",
      humidity: 82,
    });
    const whole = await tools.getStructuredContent.full({
      location: "Chicago",
    });
    expect(whole).toMatchObject({ structuredContent: now });
  });

  it("packs a file that a data URL holds", async () => {
    const { tools } = client;
    const text = "packed and unpacked";
    const packed = await tools.gzipFileAsResource({
      name: "text.gz",
      data: `data:text/plain;base64,${Buffer.from(text).toString("base64")}`,
      outputType: "resource",
    });
    const [block] = packed as unknown as [{ resource: { blob: string } }];
    expect(
      gunzipSync(Buffer.from(block.resource.blob, "base64")).toString(),
    ).toBe(text);
  });

  it("reports progress", async () => {
    const { tools } = client;
    const reports: Progress[] = [];
    const done = await tools.triggerLongRunningOperation(
      { duration: 0.2, steps: 4 },
      { onProgress: (progress) => reports.push(progress) },
    );
    expect(done.text).toContain("completed");
    expect(reports).toMatchObject(
      [1, 2, 3, 4].map((progress) => ({ progress, total: 4 })),
    );
  });

  it("is left alone with a call that was given up, and answers the next", async () => {
    const { tools } = client;
    const controller = new AbortController();
    const given = tools.triggerLongRunningOperation.try(
      { duration: 60, steps: 600 },
      { signal: controller.signal, onProgress: () => controller.abort() },
    );
    expect(await given).toMatchObject({
      ok: false,
      error: { name: "ConnectionError", reason: "aborted" },
    });
    expect((await tools.echo({ message: "still there" })).text).toContain(
      "still there",
    );
  });

  it("never sees input that its schema refuses", async () => {
    const { tools } = client;
    const tried = await tools.getStructuredContent.try({
      location: "Paris" as "Chicago",
    });
    expect(tried).toMatchObject({
      ok: false,
      error: {
        name: "ToolError",
        code: "INPUT_INVALID",
        issues: [{ instance: "/location", keyword: "enum" }],
      },
    });
  });

  it("refuses such input itself where the client does not look", async () => {
    const careless = await emitted.connectEverything(server(everythingArgs), {
      validate: { input: "off" },
    });
    onTestFinished(() => careless.close());
    const one = "one" as unknown as number;
    const tried = await careless.tools.getSum.try({ a: one, b: 2 });
    expect(tried).toMatchObject({ ok: false });
  });
});

/** The same server behind HTTP, on a port that was free a moment ago. */
async function everythingHttp(): Promise<{
  url: string;
  stop: () => Promise<void>;
}> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, "close");
  const child = spawn(process.execPath, [...everythingArgs, "streamableHttp"], {
    env: { ...process.env, PORT: String(port) },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const exited = once(child, "exit");
  const lines = createInterface({ input: child.stderr });
  for await (const line of lines) if (line.includes("listening on")) break;
  child.stderr.resume();
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    async stop() {
      child.kill("SIGKILL");
      await exited;
    },
  };
}

describe.each(["stdio", "http", "node:http"])(
  "server-everything over %s asks the client",
  (way) => {
    let stop = async (): Promise<void> => {};

    async function transport(): Promise<Transport> {
      if (way === "stdio") return server(everythingArgs);
      const started = await everythingHttp();
      stop = started.stop;
      const { url } = started;
      return way === "http" ? emitted.http({ url }) : emitted.nodeHttp({ url });
    }

    const roots = [{ uri: "file:///somewhere/else", name: "else" }];
    const asked: string[] = [];

    let client: Asking;

    beforeAll(async () => {
      client = await emitted.connectAsking(await transport(), {
        roots,
        onSample: (params) => {
          const { messages } = params as { messages: [{ content: object }] };
          asked.push(JSON.stringify(messages[0].content));
          return {
            role: "assistant",
            model: "a-parrot",
            content: { type: "text", text: "pieces of eight" },
          };
        },
        onElicit: (params) => {
          asked.push((params as { message: string }).message);
          return { action: "accept", content: { name: "Ada", integer: 7 } };
        },
      });
    });

    afterAll(async () => {
      await client.close();
      await stop();
    });

    it("for its roots, a sample and a form", async () => {
      const { tools } = client;
      expect((await tools.getRootsList()).text).toContain(roots[0]!.uri);
      expect(
        (await tools.triggerSamplingRequest({ prompt: "say" })).text,
      ).toMatch(/pieces of eight/);
      const filled = await tools.triggerElicitationRequest();
      expect(filled.text).toContain("- Name: Ada");
      expect(filled.text).toContain("- Favorite Integer: 7");
      // A field that was left out has the form's default.
      expect(filled.text).toContain("- Favorite Number: 3.14");
      expect(asked).toEqual([
        expect.stringContaining("say"),
        expect.stringContaining("Please provide"),
      ]);
    });

    it("nothing for its prompts and resources", async () => {
      const { prompts, resources } = client;
      expect((await prompts.simplePrompt()).messages).toHaveLength(1);
      expect(
        await prompts.argsPrompt({ city: "Oslo", state: "Oslo" }),
      ).toMatchObject({
        messages: [{ content: { text: "What's weather in Oslo, Oslo?" } }],
      });
      expect(await resources.featuresMd()).toMatchObject({
        contents: [{ mimeType: "text/markdown" }],
      });
      expect(
        await resources.dynamicTextResource({ resourceId: "3" }),
      ).toMatchObject({
        contents: [{ uri: "demo://resource/dynamic/text/3" }],
      });
    });

    it("to hear of a resource that it follows", async () => {
      const uri = "demo://resource/dynamic/text/1";
      const told = new Promise<object>((resolve) => {
        client.on("resourceUpdated", resolve);
      });
      const listening = await client.subscribe(uri);
      await client.tools.toggleSubscriberUpdates();
      expect(await told).toMatchObject({ uri });
      listening.stop();
    });
  },
);

describe("server-filesystem", () => {
  let client: Filesystem;

  beforeAll(async () => {
    client = await emitted.connectFilesystem(server(filesystemArgs(files)));
  });

  afterAll(() => client.close());

  it("writes, edits, reads and lists files", async () => {
    const { tools } = client;
    const place = join(files, "notes");
    const path = join(place, "list.txt");
    await tools.createDirectory({ path: place });
    const content = "one\ntwo\nthree\n";
    await tools.writeFile({ path, content });
    expect(await readFile(path, "utf8")).toBe(content);
    expect(await tools.readTextFile({ path })).toEqual({ content });
    expect((await tools.readTextFile({ path, head: 1 })).content).toBe("one");
    const edits = [{ oldText: "two", newText: "zwei" }];
    const dry = await tools.editFile({ path, edits, dryRun: true });
    expect(dry.content).toContain("+zwei");
    expect(await readFile(path, "utf8")).toBe(content);
    await tools.editFile({ path, edits });
    expect(await readFile(path, "utf8")).toBe("one\nzwei\nthree\n");
    const moved = join(place, "moved.txt");
    await tools.moveFile({ source: path, destination: moved });
    expect(await tools.listDirectory({ path: place })).toEqual({
      content: "[FILE] moved.txt",
    });
    const found = await tools.searchFiles({ path: files, pattern: "**/*.txt" });
    expect(found.content).toBe(moved);
    const both = await tools.readMultipleFiles({ paths: [moved, path] });
    expect(both.content).toContain("zwei");
  });

  it("reads bytes as structured content", async () => {
    const { tools } = client;
    const path = join(files, "dot.png");
    const bytes = Buffer.from([0x89, 0x50, 0x4e, 0x47]);
    await writeFile(path, bytes);
    const { content } = await tools.readMediaFile({ path });
    expect(content).toEqual([
      { type: "image", mimeType: "image/png", data: bytes.toString("base64") },
    ]);
  });

  it("fails by a ToolError that keeps what the server said", async () => {
    const { tools } = client;
    const tried = await tools.readTextFile.try({ path: "/no/such/file" });
    expect(tried).toMatchObject({
      ok: false,
      error: {
        name: "ToolError",
        code: "TOOL_FAILED",
        message: expect.stringContaining("Access denied") as string,
        content: [{ type: "text" }],
      },
    });
    await expect(
      tools.listDirectory({ path: join(files, "none") }),
    ).rejects.toThrow(/ENOENT/);
  });

  it("works in the roots that the client names", async () => {
    let heard = "";
    let updated = (): void => {};
    const ready = new Promise<void>((resolve) => (updated = resolve));
    const transport = server([serverProgram("server-filesystem")], (text) => {
      heard += text;
      if (heard.includes("Updated allowed directories")) updated();
    });
    const rooted = await emitted.connectFilesystem(transport, {
      roots: [{ uri: pathToFileURL(files).href, name: "files" }],
    });
    onTestFinished(() => rooted.close());
    await ready;
    const allowed = await rooted.tools.listAllowedDirectories();
    expect(allowed.content).toContain(files);
  });
});
