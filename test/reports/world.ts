import { writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Client } from "../../src/runtime/client-api.js";
import type { ConnectOptions } from "../../src/runtime/client-options.js";
import type { http } from "../../src/runtime/http-client.js";
import type { linked } from "../../src/runtime/linked.js";
import type { nodeHttp } from "../../src/runtime/node-http-client.js";
import type { serveHttp } from "../../src/runtime/node-http-server.js";
import type { Server } from "../../src/runtime/server.js";
import type { stdio } from "../../src/runtime/stdio-client.js";
import type { serveStdio } from "../../src/runtime/stdio-server.js";
import type { ToolCall } from "../../src/runtime/tool-call.js";
import type { Transport } from "../../src/runtime/transport.js";
import { bundle, generate, load } from "../interop/generated.js";
import { openTemporary } from "../support/temporary.js";

/** A public bug report of what is said between client and server, and what has to become of it. */
export type WireReport = {
  readonly name: string;
  /** `owner/repository#number`. */
  readonly source: string;
  check(desk: Desk): Promise<void>;
};

type Tool = ToolCall<object, unknown, object>;

/** The client that is emitted for the project below. */
export type DeskClient = Client & {
  readonly tools: { readonly [name in "echo" | "lookup" | "nothing"]: Tool };
  readonly resources: {
    note(variables: { folder: string; name: string }): Promise<object>;
    page(variables: { file: string }): Promise<object>;
  };
};

export type DeskHandlers = {
  readonly tools: { readonly [name: string]: (input: object) => unknown };
  readonly resourceTemplates: {
    readonly [name: string]: (variables: object) => unknown;
  };
};

type ServerSettings = {
  readonly handlers: DeskHandlers;
  readonly app: object;
  readonly intercept?: (request: { params: object }) => Promise<object>;
  readonly onWarning?: (text: string) => void;
};

/** What is emitted for a small project, and its server as a program. */
export type Desk = {
  connectDesk(
    transport: Transport,
    options?: ConnectOptions,
  ): Promise<DeskClient>;
  createDeskServer(settings: ServerSettings): Server;
  createModernServer(settings: object): Server;
  readonly handlers: DeskHandlers;
  readonly http: typeof http;
  readonly linked: typeof linked;
  readonly nodeHttp: typeof nodeHttp;
  readonly serveHttp: typeof serveHttp;
  readonly serveStdio: typeof serveStdio;
  readonly stdio: typeof stdio;
  readonly program: string;
};

const anything = { type: "object" };
const text = { type: "string" };

const manifest = {
  server: { name: "desk", version: "1.0.0" },
  features: ["elicitation"],
  listChanged: { tools: true },
  tools: {
    echo: { inputSchema: anything },
    lookup: {
      inputSchema: anything,
      outputSchema: { type: "object", properties: { found: text } },
    },
    nothing: { inputSchema: { type: "object", properties: {} } },
  },
  resourceTemplates: {
    note: { uriTemplate: "note://{folder}/{name}" },
    page: { uriTemplate: "file:///my docs/café/{file}" },
  },
};

const modern = {
  server: { name: "modern", version: "1.0.0" },
  protocol: { versions: ["2026-07-28"] },
};

/** As the project's user wrote them; the echo leaves a timer that never ends. */
const handlers = {
  echo: "(input) => { setInterval(() => {}, 1000); return JSON.stringify(input); }",
  lookup: '() => ({ found: "here" })',
  nothing: "(input) => JSON.stringify(input)",
  "resources/note": "(variables) => JSON.stringify(variables)",
  "resources/page": "(variables) => JSON.stringify(variables)",
};

export async function openDesk(): Promise<{
  readonly desk: Desk;
  readonly close: () => Promise<void>;
}> {
  const { path, remove } = await openTemporary("desk");
  await generate(path, {
    "desk.json": JSON.stringify(manifest),
    "modern.json": JSON.stringify(modern),
  });
  for (const [file, code] of Object.entries(handlers)) {
    await writeFile(
      join(path, "handlers/desk", `${file}.ts`),
      `export const ${basename(file)} = ${code};\n`,
    );
  }
  const program = await bundle(
    join(path, "out/desk/main.ts"),
    join(path, "main.mjs"),
  );
  const emitted = await load<Omit<Desk, "program">>(path, {
    "desk/client": ["connectDesk"],
    "desk/server": ["createDeskServer"],
    "desk/handlers": ["handlers"],
    "modern/server": ["createModernServer"],
    "runtime/http-client": ["http"],
    "runtime/linked": ["linked"],
    "runtime/node-http-client": ["nodeHttp"],
    "runtime/node-http-server": ["serveHttp"],
    "runtime/stdio-client": ["stdio"],
    "runtime/stdio-server": ["serveStdio"],
  });
  return { desk: { ...emitted, program }, close: remove };
}
