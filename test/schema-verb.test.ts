import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { printProtocolDiff } from "../src/cli/print-protocol-diff.js";
import { fetchText } from "../src/cli/fetch-text.js";
import { run } from "../src/cli/run.js";
import { fingerprint } from "../src/generator/fingerprint.js";
import { build } from "../src/generator/index.js";
import { diffProtocols } from "../src/generator/protocol/diff-protocols.js";
import { readProtocols } from "../src/generator/protocol/read-protocols.js";
import { bumped, schemaOf } from "./support/made-up-version.js";
import { project } from "./support/project.js";
import { temporary } from "./support/temporary.js";

const newest = "2026-07-28";

/** Runs `mcpgen schema` in this process, and gives its JSON. */
async function schema(
  folder: string,
  ...argv: readonly string[]
): Promise<{
  readonly exitCode: number;
  readonly diagnostics: readonly {
    code: string;
    what: string;
    line?: number;
  }[];
  readonly files: readonly object[];
  readonly version?: string;
}> {
  let text = "";
  await run(["schema", ...argv, "--json", "--cwd", folder], {
    out: (more) => (text += more),
    err: () => undefined,
    colour: false,
    interactive: false,
  });
  return JSON.parse(text) as Awaited<ReturnType<typeof schema>>;
}

function put(path: string, value: unknown): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify(value, null, 2));
}

describe("schema diff of neighbours", () => {
  const { protocols } = readProtocols();
  const pairs = protocols.slice(1).map((after, at) => ({
    before: protocols[at]!,
    after,
    name: `${protocols[at]!.version}-${after.version}`,
  }));

  it.each(pairs)("$name", ({ before, after, name }) => {
    const changes = diffProtocols(before, after, ["connection", "tools"]);
    const text = printProtocolDiff(before.version, after.version, changes);
    const golden = project("test/cases/schema-diff", `${name}.txt`);
    if (process.env["UPDATE_GOLDEN"]) {
      mkdirSync(dirname(golden), { recursive: true });
      writeFileSync(golden, text);
    }
    expect(text).toBe(readFileSync(golden, "utf8"));
  });

  it("finds nothing between a version and itself", () => {
    for (const one of protocols) expect(diffProtocols(one, one)).toEqual([]);
  });

  it("is the reverse when asked the other way round", () => {
    for (const { before, after } of pairs) {
      const count = (from: typeof before, to: typeof before, change: string) =>
        diffProtocols(from, to).filter((one) => one.change === change).length;
      expect(count(after, before, "added")).toBe(
        count(before, after, "removed"),
      );
      expect(count(after, before, "removed")).toBe(
        count(before, after, "added"),
      );
    }
  });
});

describe("schema add", () => {
  it("refuses what is no schema of the protocol, and names what is missing with its line", async () => {
    const folder = await temporary("schema");
    const broken = bumped(newest);
    for (const name of [
      "ServerNotification",
      "DiscoverRequest",
      "ReadResourceResult",
    ])
      Reflect.deleteProperty(broken.$defs, name);
    put(join(folder, "2027-01-15.json"), broken);
    const { exitCode, diagnostics, files } = await schema(
      ...[folder, "add", "2027-01-15.json"],
    );
    expect({ exitCode, files }).toEqual({ exitCode: 1, files: [] });
    const said = diagnostics
      .map(({ code, what }) => `${code} ${what}`)
      .join("\n");
    expect(said).toContain("neither InitializeRequest nor DiscoverRequest");
    expect(said).toContain("the definition ServerNotification is missing");
    expect(said).toContain("the definition ReadResourceResult is missing");
    expect(said).toContain("$ref #/$defs/DiscoverRequest leads nowhere");
    expect(diagnostics.every(({ line }) => line !== undefined)).toBe(true);
    expect(existsSync(join(folder, "schema"))).toBe(false);
  });

  it("refuses a definition that no type can be made of", async () => {
    const folder = await temporary("schema");
    const odd = bumped(newest);
    Object.assign(odd.$defs, { Odd: { type: "string", pattern: "(" } });
    put(join(folder, "2027-01-15.json"), odd);
    const unfit = {
      code: "PROTOCOL_UNFIT",
      what: expect.stringContaining("no regular expression") as string,
    };
    const { diagnostics } = await schema(folder, "add", "2027-01-15.json");
    expect(diagnostics).toMatchObject([unfit]);
    // A build says the same of what was put there by hand.
    put(join(folder, "schema/2027-01-15/schema.json"), odd);
    const tools = [{ name: "t", inputSchema: { type: "object" } }];
    const server = { name: "a", version: "1.0.0" };
    put(join(folder, "manifest.json"), { server, tools });
    const built = await build({ cwd: folder, manifests: ["manifest.json"] });
    const errors = built.diagnostics.filter(
      ({ severity }) => severity === "error",
    );
    const file = "schema/2027-01-15/schema.json";
    expect(errors).toMatchObject([{ ...unfit, file }]);
    expect(errors[0]?.line).toBeGreaterThan(1);
  });

  it("lets a definition be called as something of protocol.ts", async () => {
    const folder = await temporary("schema");
    const named = bumped(newest);
    Object.assign(named.$defs, { Meta: { type: "string" } });
    put(join(folder, "schema/2027-01-15/schema.json"), named);
    const tools = [{ name: "t", inputSchema: { type: "object" } }];
    const server = { name: "a", version: "1.0.0" };
    put(join(folder, "manifest.json"), { server, tools });
    await build({ cwd: folder, manifests: ["manifest.json"] });
    const text = readFileSync(join(folder, "out/a/protocol.ts"), "utf8");
    expect(text.match(/^(?:export )?type Meta\d? =/gm)).toEqual([
      "export type Meta2 =",
      "type Meta =",
    ]);
  });

  it("checks wire facts, and takes them in", async () => {
    const folder = await temporary("schema");
    put(join(folder, "2027-01-15.json"), bumped(newest));
    const wire = JSON.parse(
      readFileSync(project("schema", newest, "wire.json"), "utf8"),
    ) as object;
    put(join(folder, "odd.json"), {
      ...wire,
      sessions: { value: "yes", section: "x" },
    });
    put(join(folder, "wire.json"), wire);
    const add = ["add", "2027-01-15.json", "--wire"];
    expect(await schema(folder, ...add, "odd.json")).toMatchObject({
      exitCode: 1,
      diagnostics: [
        {
          file: "odd.json",
          what: expect.stringContaining(
            "sessions must be true or false",
          ) as string,
        },
      ],
    });
    expect(await schema(folder, ...add, "wire.json")).toMatchObject({
      exitCode: 0,
      diagnostics: [],
      files: [
        { path: "schema/2027-01-15/schema.json", action: "created" },
        { path: "schema/2027-01-15/wire.json", action: "created" },
      ],
    });
  });

  it("puts nothing in the place of another version unless it is forced to", async () => {
    const folder = await temporary("schema");
    const before = fingerprint(folder);
    put(join(folder, newest, "schema.json"), schemaOf(newest));
    const add = ["add", `${newest}/schema.json`];
    const refused = await schema(folder, ...add);
    expect(refused.diagnostics).toMatchObject([
      { code: "PROTOCOL_VERSION_TAKEN", what: `${newest} comes with mcpgen` },
    ]);
    expect(fingerprint(folder)).toBe(before);
    expect((await schema(folder, ...add, "--force")).exitCode).toBe(0);
    expect(fingerprint(folder)).not.toBe(before);
    // The same text again is no other version.
    expect(await schema(folder, ...add)).toMatchObject({
      exitCode: 0,
      files: [{ action: "unchanged" }],
    });
    put(join(folder, newest, "schema.json"), bumped(newest));
    expect((await schema(folder, ...add)).diagnostics).toMatchObject([
      { code: "PROTOCOL_VERSION_TAKEN" },
    ]);
    const listed = await schema(folder, "list");
    expect(listed).toMatchObject({
      versions: expect.arrayContaining([
        expect.objectContaining({
          version: newest,
          from: `schema/${newest}`,
          replaces: true,
        }),
      ]) as object,
    });
  });

  it("takes only names that a version may have", async () => {
    const folder = await temporary("schema");
    put(join(folder, "a.json"), bumped(newest));
    const odd = await schema(
      folder,
      "add",
      "a.json",
      "--version",
      "../2027-01-15",
    );
    expect(odd.diagnostics).toMatchObject([{ code: "PROTOCOL_VERSION_ODD" }]);
    const missing = await schema(folder, "add", "b.json");
    expect(missing.diagnostics).toMatchObject([
      { code: "PROTOCOL_UNREADABLE" },
    ]);
  });
});

describe("schema add from an address", () => {
  /** Serves one answer for each path. */
  async function serve(answers: {
    readonly [path: string]: {
      status?: number;
      location?: string;
      body?: string;
    };
  }): Promise<string> {
    const server = createServer((request, response) => {
      const {
        status = 200,
        location,
        body = "",
      } = answers[request.url ?? ""] ?? { status: 404 };
      response.writeHead(status, location === undefined ? {} : { location });
      // Nothing is said on the path that is to hang.
      if (request.url !== "/hang") response.end(body);
      else response.flushHeaders();
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  const bounds = { timeoutMs: 60_000, maxBytes: 10 };

  it("takes what this machine serves, with the version of the path", async () => {
    const folder = await temporary("schema");
    const body = JSON.stringify(bumped(newest));
    const origin = await serve({
      "/old/2027-01-15/schema.json": {
        status: 302,
        location: "/2027-01-15/schema.json",
      },
      "/2027-01-15/schema.json": { body },
    });
    const added = await schema(
      folder,
      "add",
      `${origin}/old/2027-01-15/schema.json`,
    );
    expect(added).toMatchObject({ exitCode: 0, version: "2027-01-15" });
    const file = join(folder, "schema/2027-01-15/schema.json");
    expect(readFileSync(file, "utf8")).toBe(body);
  });

  it("follows no redirect to another origin, and none without end", async () => {
    const other = await serve({ "/": { body: "x" } });
    const origin = await serve({
      "/away": { status: 301, location: other },
      "/round": { status: 307, location: "/round" },
    });
    expect(await fetchText(new URL(`${origin}/away`), bounds)).toMatchObject({
      refused: true,
      reason: expect.stringContaining("another host") as string,
    });
    expect(await fetchText(new URL(`${origin}/round`), bounds)).toMatchObject({
      reason: "it redirects without end",
    });
  });

  it("is bound in size and time", async () => {
    const origin = await serve({
      "/long": { body: "12345678901" },
      "/short": { body: "1234567890" },
      "/hang": {},
    });
    expect(await fetchText(new URL(`${origin}/long`), bounds)).toMatchObject({
      reason: "it is longer than 10 bytes",
    });
    expect(await fetchText(new URL(`${origin}/short`), bounds)).toEqual({
      text: "1234567890",
    });
    const hasty = { ...bounds, timeoutMs: 50 };
    expect(await fetchText(new URL(`${origin}/hang`), hasty)).toMatchObject({
      reason: "no whole answer in 50 ms",
    });
    expect(await fetchText(new URL(`${origin}/none`), bounds)).toMatchObject({
      reason: "the answer is HTTP 404",
    });
  });

  it.each([
    ["http://example.com/schema.json", "http is for this machine alone"],
    [
      "http://127.0.0.1.example.com/schema.json",
      "http is for this machine alone",
    ],
    ["ftp://localhost/schema.json", "ftp: is not https"],
    [
      "https://me:secret@example.com/schema.json",
      "it holds a user or a password",
    ],
  ])("does not fetch %s", async (address, reason) => {
    const folder = await temporary("schema");
    const { diagnostics } = await schema(folder, "add", address);
    expect(diagnostics).toMatchObject([
      {
        code: "PROTOCOL_ADDRESS_REFUSED",
        what: expect.stringContaining(reason) as string,
      },
    ]);
    expect(JSON.stringify(diagnostics)).not.toContain("secret");
  });
});

describe("schema diff", () => {
  it("names a version that it does not know, and the one that was meant", async () => {
    const folder = await temporary("schema");
    const { exitCode, diagnostics } = await schema(
      folder,
      "diff",
      "2025-06-19",
      newest,
    );
    expect(exitCode).toBe(1);
    expect(diagnostics).toMatchObject([{ code: "PROTOCOL_VERSION_UNKNOWN" }]);
  });

  it("tells what touches the features of a manifest, and of no other", async () => {
    const folder = await temporary("schema");
    put(join(folder, "prompts.json"), {
      server: { name: "a", version: "1.0.0" },
      prompts: [{ name: "p" }],
    });
    const asked = [
      "diff",
      "2025-03-26",
      "2025-06-18",
      "--manifest",
      "prompts.json",
    ];
    const { features, changes } = (await schema(
      folder,
      ...asked,
    )) as unknown as {
      features: readonly string[];
      changes: readonly { name: string; touches: readonly string[] }[];
    };
    expect(features).toEqual(["connection", "prompts"]);
    const touched = (name: string) =>
      changes.find((one) => one.name === name)?.touches;
    expect(touched("Prompt.title")).toEqual(["prompts"]);
    expect(touched("Tool.outputSchema")).toEqual([]);
    expect(touched("Implementation.title")).toEqual(["connection"]);
  });
});
