import { describe, expect, test } from "vitest";
import { accept, parse } from "./parse.js";

const server = { name: "weather", version: "1.0.0" };
const object = { type: "object" };
const add = { name: "add", description: "Adds.", inputSchema: object };
const current = { name: "current", inputSchema: object, outputSchema: object };

describe("the forms of a manifest", () => {
  const { name: _add, ...addBare } = add;
  const { name: _current, ...currentBare } = current;
  const strip = (manifest: ReturnType<typeof accept>) =>
    JSON.parse(
      JSON.stringify(manifest).replaceAll(/"pointer":"[^"]*"/g, '"pointer":""'),
    ) as unknown;

  test("a list and a map say the same", () => {
    const list = accept({ server, tools: [add, current] });
    const map = accept({
      server,
      tools: { add: addBare, current: currentBare },
    });
    expect(strip(map)).toEqual(strip(list));
    expect(list.tools.map(({ pointer }) => pointer)).toEqual([
      "/tools/0",
      "/tools/1",
    ]);
    expect(map.tools.map(({ pointer }) => pointer)).toEqual([
      "/tools/add",
      "/tools/current",
    ]);
  });

  test("the result of a list method is a manifest, in its JSON-RPC response too", () => {
    const bare = accept(
      { tools: [add, current] },
      { file: "dir/weather.json" },
    );
    expect(bare.server).toEqual({
      name: "weather",
      version: "0.0.0",
      identify: "always",
    });
    const response = {
      jsonrpc: "2.0",
      id: 1,
      result: { tools: [add, current] },
    };
    const wrapped = parse(response, { file: "dir/weather.json" });
    expect(wrapped.manifest).toEqual(bare);
    expect(wrapped.locate("/tools/1/name", "value")).toMatchObject({
      line: 14,
    });
    const told = accept(
      { server: { name: "weather", version: "0.0.0" }, tools: [add, current] },
      { file: "dir/weather.json" },
    );
    expect(told).toEqual(bare);
  });

  test("a capture keeps members that this version has never seen; a written manifest refuses them", () => {
    const odd = { ...add, securitySchemes: [] };
    expect(accept({ tools: [odd] }).tools[0]?.entry).toHaveProperty(
      "securitySchemes",
      [],
    );
    expect(
      parse({ server, tools: [odd] }).diagnostics.map(({ code }) => code),
    ).toEqual(["KEY_UNKNOWN"]);
  });

  test("a capture says what its server said of itself", () => {
    const initialize = {
      serverInfo: { name: "@scope/mcp server", version: "2.1.0" },
      instructions: "Be ${env:HOME}.",
    };
    const manifest = accept({
      package: "x",
      initialize,
      tools: [add],
      prompts: [],
    });
    expect(manifest.server).toEqual({
      name: "scope-mcp-server",
      version: "2.1.0",
      title: "@scope/mcp server",
      instructions: "Be ${env:HOME}.",
      identify: "always",
    });
  });

  test("a manifest that someone wrote needs a server", () => {
    const { diagnostics } = parse({ out: "gen", tools: [add] });
    expect(diagnostics.map(({ code }) => code)).toEqual(["KEY_MISSING"]);
  });
});

describe("what is filled in", () => {
  test("defaults", () => {
    const manifest = accept({ server, tools: [add] });
    expect(manifest).toMatchObject({
      versions: [
        "2024-11-05",
        "2025-03-26",
        "2025-06-18",
        "2025-11-25",
        "2026-07-28",
      ],
      emit: { client: true, server: true, main: true, host: false },
      transports: ["stdio", "http"],
      out: "out",
      handlers: "handlers/weather",
      features: [],
      cache: { read: { ttlMs: 0, scope: "private" } },
      listChanged: { tools: false, prompts: false, resources: false },
      validate: { client: { input: "error", output: "error" } },
      importExtension: "js",
      formats: "annotation",
      format: "none",
    });
    expect(manifest.tools[0]).toEqual({
      name: "add",
      scopes: [],
      inputSchema: object,
      open: false,
      pointer: "/tools/0",
      entry: add,
    });
  });

  test("settings", () => {
    const manifest = accept({
      server,
      protocol: { versions: { min: "2025-11-25", max: "2026-07-28" } },
      emit: ["client"],
      out: "./gen//code/",
      validate: { client: "off", server: { output: "warn" } },
      features: ["tasks", "logging"],
      auth: "oauth",
      tools: [
        { ...add, as: "plus", open: true, scopes: ["read"], task: "optional" },
      ],
    });
    expect(manifest.versions).toEqual(["2025-11-25", "2026-07-28"]);
    expect(manifest.emit).toEqual({
      client: true,
      server: false,
      main: false,
      host: false,
    });
    expect(manifest.out).toBe("gen/code");
    expect(manifest.validate).toEqual({
      client: { input: "off", output: "off" },
      server: { input: "error", output: "warn" },
    });
    expect(manifest.features).toEqual(["logging", "tasks"]);
    expect(manifest.tools[0]).toMatchObject({
      as: "plus",
      open: true,
      scopes: ["read"],
      task: "optional",
    });
    expect(manifest.tools[0]?.entry).toEqual(add);
  });

  test("the environment fills settings, and nothing that a peer or a model reads", () => {
    const described = { ...add, description: "${env:TOKEN}" };
    const manifest = accept(
      {
        server: { ...server, version: "1.${env:MINOR}", title: "${env:TOKEN}" },
        tools: [described],
      },
      { environment: { MINOR: "7", TOKEN: "secret" } },
    );
    expect(manifest.server.version).toBe("1.7");
    expect(JSON.stringify(manifest)).not.toContain("secret");
  });
});

test("nothing depends on the order of keys", () => {
  const value = {
    server,
    features: ["tasks", "elicitation"],
    tools: {
      b: { inputSchema: object, title: "B" },
      a: { title: "A", inputSchema: object },
    },
    resources: { z: { uri: "x:1" }, "10": { uri: "x:2" }, "9": { uri: "x:3" } },
    elicitations: {
      b: { message: "?", requestedSchema: { type: "object", properties: {} } },
      a: { message: "?", requestedSchema: { type: "object", properties: {} } },
    },
  };
  const reversed = JSON.parse(JSON.stringify(value), (_key, item: unknown) =>
    typeof item === "object" &&
    item !== null &&
    !Array.isArray(item) &&
    // A schema keeps its author's order: it is what the generated type shows.
    !("type" in item)
      ? Object.fromEntries(Object.entries(item).reverse())
      : item,
  ) as unknown;
  expect(JSON.stringify(accept(reversed))).toBe(JSON.stringify(accept(value)));
});

test("a faulty entry is left out, so that the others can be judged further", () => {
  const { manifest, diagnostics } = parse({
    server,
    tools: [{ name: "bad", inputSchema: {} }, add],
  });
  expect(diagnostics).toHaveLength(1);
  expect(manifest?.tools.map(({ name }) => name)).toEqual(["add"]);
});

test("positions do not depend on how JSON is laid out", () => {
  const text =
    '{"server":{"name":"weather","version":"1"},"tools":[{"name":"a","inputSchema":{"type":"array"}}]}';
  const { diagnostics } = parse(text, { file: "m.json" });
  expect(diagnostics).toMatchObject([
    { code: "INPUT_SCHEMA_TYPE", file: "m.json", line: 1, column: 87 },
  ]);
});
