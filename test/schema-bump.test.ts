import { mkdirSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { run } from "../src/cli/run.js";
import type { ProtocolChange } from "../src/generator/protocol/diff-protocols.js";
import { bundle } from "./interop/generated.js";
import { compilers } from "./support/compilers.js";
import {
  compileCell,
  nodeCells,
  openConsumer,
  writeFiles,
} from "./support/consumer.js";
import { addEstimate, bumped, schemaOf } from "./support/made-up-version.js";
import { runNode } from "./support/run.js";
import { openTemporary } from "./support/temporary.js";

const newest = "2026-07-28";
const later = "2027-01-15";
const laterLegacy = "2025-12-24";

// Whoever hears notifications asks for something to hear.
const manifest = `server: { name: shop, version: 1.0.0 }
listChanged: { tools: true }
tools:
  - name: buy
    inputSchema: { type: object, properties: { what: { type: string } }, required: [what] }
    outputSchema: { type: object, properties: { paid: { type: number } }, required: [paid] }
`;

/** What a user of the made-up version writes: the new method and notification, typed by its schema. */
const sources = {
  "handlers/shop/buy.ts": `import type { Handler } from "../../out/shop/server.js";

export const buy: Handler<"buy"> = async ({ what }) => ({ paid: what.length });
`,
  "serve.ts": `import { createShopServer } from "./out/shop/server.js";
import { handlers } from "./out/shop/handlers.js";
import { createApp } from "./handlers/shop/app.js";

export async function shop() {
  return createShopServer({
    handlers,
    app: await createApp(),
    requests: {
      "budget/estimate": ({ tool }, context) => {
        context.notify("notifications/budget/low", { left: 2 });
        return { cost: tool.length };
      },
    },
  });
}
`,
  "stdio.ts": `import { serveStdio } from "./out/runtime/stdio-server.js";
import { shop } from "./serve.js";

serveStdio(await shop());
`,
  "app.ts": `import { connectShop } from "./out/shop/client.js";
import { linked } from "./out/runtime/linked.js";
import { nodeHttp } from "./out/runtime/node-http-client.js";
import { serveHttp } from "./out/runtime/node-http-server.js";
import { stdio } from "./out/runtime/stdio-client.js";
import type { Transport } from "./out/runtime/transport.js";
import type { Protocol, Tool } from "./out/shop/protocol.js";
import { shop } from "./serve.js";

const costly: Tool = { name: "x", inputSchema: { type: "object" }, costHint: 3 };
// @ts-expect-error the version has no such method any more
export type Gone = Protocol["requests"]["completion/complete"];

async function talk(transport: Transport, versions?: readonly string[]) {
  await using client = await connectShop(transport, { versions });
  const left: number[] = [];
  const heard = new Promise<void>((done) => {
    client.on("notifications/budget/low", (params) => {
      left.push(params.left);
      done();
    });
  });
  const { cost } = await client.request("budget/estimate", { tool: "buy" });
  const { paid } = await client.tools.buy({ what: "tea" });
  await heard;
  return { version: client.server.version, era: client.server.era, cost, paid, left };
}

const server = await shop();
const host = await serveHttp(await shop(), { port: 0 });
const command = { command: process.execPath, args: [new URL("stdio.mjs", import.meta.url).pathname] };
const told: unknown[] = [];
for (const versions of JSON.parse(process.argv[2] ?? "[]") as (string[] | null)[]) {
  const only = versions ?? undefined;
  told.push({
    linked: await talk(linked(server), only),
    stdio: await talk(stdio(command), only),
    http: await talk(nodeHttp({ url: host.url }), only),
  });
}
await host.close();
await server.close();
console.log(JSON.stringify({ told, hint: costly.costHint }));
`,
};

/** Runs a command line in this process. */
async function mcpgen(
  ...argv: readonly string[]
): Promise<{ code: number; out: string; err: string }> {
  let [out, err] = ["", ""];
  const code = await run(argv, {
    out: (text) => (out += text),
    err: (text) => (err += text),
    colour: false,
    interactive: false,
  });
  return { code, out, err };
}

let folder: string;
let remove: () => Promise<void>;

beforeAll(async () => {
  ({ path: folder, remove } = await openTemporary("bump"));
  await openConsumer(folder);
  await writeFiles(folder, { "manifest.yaml": manifest, ...sources });
  mkdirSync(join(folder, "given", laterLegacy), { recursive: true });
  const legacy = schemaOf("2025-11-25");
  addEstimate(legacy, false);
  writeFileSync(
    join(folder, "given", laterLegacy, "schema.json"),
    JSON.stringify(legacy, null, 2),
  );
  writeFileSync(
    join(folder, "given", "later.json"),
    JSON.stringify(bumped(newest), null, 2),
  );
});

afterAll(async () => {
  await remove();
});

describe("a version that nobody here has seen", () => {
  const here = (): string[] => ["--cwd", folder];

  it("is added with its name, and says whose wire facts it takes", async () => {
    const untold = await mcpgen("schema", "add", "given/later.json", ...here());
    expect(untold.code).toBe(1);
    expect(untold.err).toContain("PROTOCOL_VERSION_UNTOLD");
    const added = await mcpgen(
      ...["schema", "add", "given/later.json", "--version", later, ...here()],
    );
    expect(added).toEqual({
      code: 0,
      out: "",
      err: [
        `schema/${later}/schema.json - note PROTOCOL_WIRE_INHERITED: ${later} has no wire.json: takes that of ${newest}`,
        `  mend: nothing, unless its transports differ; then state them in schema/${later}/wire.json`,
        `${later} is added; now run "mcpgen build"`,
        "",
      ].join("\n"),
    });
    const source = `given/${laterLegacy}/schema.json`;
    const other = await mcpgen("schema", "add", source, "--json", ...here());
    expect(JSON.parse(other.out)).toMatchObject({
      exitCode: 0,
      version: laterLegacy,
      diagnostics: [{ code: "PROTOCOL_WIRE_INHERITED", severity: "note" }],
      files: [{ path: `schema/${laterLegacy}/schema.json`, action: "created" }],
    });
  });

  it("is listed beside those of the package", async () => {
    const { out } = await mcpgen("schema", "list", "--json", ...here());
    const { versions } = JSON.parse(out) as {
      versions: { version: string }[];
    };
    expect(versions.map(({ version }) => version)).toEqual([
      ...["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", laterLegacy],
      ...[newest, later],
    ]);
    expect(versions.at(-1)).toMatchObject({
      era: "modern",
      from: `schema/${later}`,
      wire: newest,
      transports: ["stdio", "post"],
    });
  });

  it("differs from the newest in exactly what was changed", async () => {
    const { out } = await mcpgen("schema", "diff", newest, later, ...here());
    expect(out).toBe(
      [
        `${newest} → ${later}: 4 added, 1 removed, 0 changed`,
        "",
        "methods",
        "  + budget/estimate: EstimateResult (client → server)",
        "  - completion/complete: CompleteResult (client → server)",
        "",
        "notifications",
        "  + notifications/budget/low: BudgetLowNotification (server → client)",
        "",
        "fields",
        "  + Tool.costHint: number, optional (server → client; touches tools)",
        "",
        "error codes",
        "  + -32030: BudgetExceededError (both ways; touches connection)",
        "",
      ].join("\n"),
    );
    const json = await mcpgen(
      ...["schema", "diff", newest, later, "--json", ...here()],
    );
    const { changes } = JSON.parse(json.out) as { changes: ProtocolChange[] };
    expect(changes).toHaveLength(5);
  });

  it("builds, and is an input of the build", async () => {
    const built = await mcpgen("build", ...here());
    expect(built.code).toBe(0);
    expect(built.err.match(/PROTOCOL_WIRE_INHERITED/g)).toHaveLength(2);
    const lock = await readFile(join(folder, "mcpgen.lock.json"), "utf8");
    expect(lock).toContain(`"schema/${later}/schema.json"`);
    expect((await mcpgen("check", ...here())).code).toBe(0);
  });

  it("type-checks by its schema alone", async () => {
    const [compiler] = compilers.filter(({ version }) => /^6/.test(version));
    const cell = nodeCells(compiler!).find(({ name }) =>
      name.endsWith("NodeNext, ESNext, every strict flag"),
    );
    expect(await compileCell(folder, cell!, ["**/*.ts"])).toBe("");
  });

  it("is spoken over linked, stdio and HTTP, as are the versions of the package", async () => {
    await bundle(join(folder, "stdio.ts"), join(folder, "stdio.mjs"));
    const app = await bundle(join(folder, "app.ts"), join(folder, "app.mjs"));
    const asked = [null, [laterLegacy], [newest], ["2025-06-18"]];
    const { stdout, stderr } = await runNode([app, JSON.stringify(asked)]);
    expect(stderr).toBe("");
    const said = (version: string, era: string): object => {
      const talk = { version, era, cost: 3, paid: 3, left: [2] };
      return { linked: talk, stdio: talk, http: talk };
    };
    expect(JSON.parse(stdout)).toEqual({
      told: [
        said(later, "modern"),
        said(laterLegacy, "legacy"),
        said(newest, "modern"),
        said("2025-06-18", "legacy"),
      ],
      hint: 3,
    });
  });
});
