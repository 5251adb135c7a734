import { describe, expect, it } from "vitest";
import {
  type ConfiguredServer,
  readConfig,
} from "../../../src/generator/pull/config-file.js";

const environment = { HOME: "/home/me", API_KEY: "k3y-12345", REGION: "north" };

const read = (path: string, config: object | string) =>
  readConfig({
    text: typeof config === "string" ? config : JSON.stringify(config),
    path,
    file: path,
    environment,
  });

const serversOf = (path: string, config: object | string) => {
  const servers = read(path, config);
  if ("problem" in servers) throw new Error(servers.problem.what);
  return servers;
};

/** Why a server cannot be reached. */
const whyNot = (settings: unknown): string => {
  const [server] = serversOf("/app/.mcp.json", {
    mcpServers: { it: settings },
  });
  if (server === undefined || !("problem" in server))
    throw new Error("there is no problem");
  return server.problem.what;
};

const named = (servers: readonly ConfiguredServer[], wanted: string) =>
  servers.find(({ name }) => name === wanted);

describe("a file of VS Code", () => {
  const servers = serversOf("/app/.vscode/mcp.json", {
    inputs: [
      {
        type: "promptString",
        id: "api-key",
        description: "Key",
        password: true,
      },
    ],
    servers: {
      remote: {
        type: "http",
        url: "https://example.com/mcp",
        headers: { Authorization: "Bearer ${input:api-key}" },
      },
      old: { type: "sse", url: "https://example.com/sse" },
      local: {
        type: "stdio",
        command: "npx",
        args: ["-y", "files", "${workspaceFolder}/data", "${userHome}"],
        env: { KEY: "${input:api-key}", AREA: "${env:REGION}", DEPTH: 3 },
      },
      elsewhere: { type: "stdio", command: "run", cwd: "${userHome}/run" },
    },
  });

  it("gives each of its servers", () => {
    expect(servers.map(({ name }) => name)).toEqual([
      "remote",
      "old",
      "local",
      "elsewhere",
    ]);
  });

  it("takes an input from the environment, as a secret", () => {
    expect(named(servers, "remote")).toMatchObject({
      source: {
        kind: "http",
        url: "https://example.com/mcp",
        headers: { Authorization: "Bearer k3y-12345" },
        secrets: expect.arrayContaining([
          { value: "k3y-12345", shownAs: "${env:API_KEY}" },
        ]) as unknown,
      },
    });
  });

  it("has a server of HTTP+SSE at its url", () => {
    expect(named(servers, "old")).toMatchObject({
      source: { kind: "http", url: "https://example.com/sse", headers: {} },
    });
  });

  it("speaks of the folder above .vscode, and starts servers there", () => {
    expect(named(servers, "local")).toMatchObject({
      source: {
        kind: "stdio",
        command: "npx",
        args: ["-y", "files", "/app/data", "/home/me"],
        env: { KEY: "k3y-12345", AREA: "north", DEPTH: "3" },
        cwd: "/app",
      },
    });
    expect(named(servers, "elsewhere")).toMatchObject({
      source: { cwd: "/home/me/run" },
    });
  });

  it("may be the settings, with comments and trailing commas", () => {
    const [server] = serversOf(
      "/app/.vscode/settings.json",
      `\ufeff{
        "editor.rulers": [80,], // not "ours": {
        "mcp": { "servers": { "a": { "command": "b", "args": ["/*c*/", "http://d,]"], }, }, },
      }`,
    );
    expect(server).toMatchObject({
      name: "a",
      source: { command: "b", args: ["/*c*/", "http://d,]"], cwd: "/app" },
    });
  });
});

it("reads a file of Claude Desktop, whose other settings are nothing to it", () => {
  const folder = "/home/me/Library/Application Support/Claude";
  const servers = serversOf(`${folder}/claude_desktop_config.json`, {
    globalShortcut: "",
    mcpServers: {
      files: { command: "npx", args: ["-y", "files", "/home/me/My Texts"] },
      search: {
        command: "docker",
        args: ["run", "-i"],
        env: { KEY: "s3cret" },
      },
    },
    preferences: { menuBarEnabled: false },
  });
  expect(servers).toEqual([
    {
      name: "files",
      source: {
        kind: "stdio",
        command: "npx",
        args: ["-y", "files", "/home/me/My Texts"],
        env: {},
        cwd: folder,
        secrets: [],
      },
    },
    {
      name: "search",
      source: {
        kind: "stdio",
        command: "docker",
        args: ["run", "-i"],
        env: { KEY: "s3cret" },
        cwd: folder,
        secrets: [{ value: "s3cret", shownAs: "${env:KEY}" }],
      },
    },
  ]);
});

it("fills in a default of Claude Code where a variable is not set", () => {
  const [server] = serversOf("/app/.mcp.json", {
    mcpServers: { a: { url: "${BASE:-https://example.com}/${REGION:-x}/mcp" } },
  });
  expect(server).toMatchObject({
    source: { url: "https://example.com/north/mcp" },
  });
});

describe("a server that cannot be reached is told, with", () => {
  it.each([
    ["what is no object", "npx", "is no object"],
    [
      "nothing to reach it by",
      { type: "stdio" },
      "neither a command nor a url",
    ],
    ["another scheme", { url: "ws://example.com" }, "no address of HTTP"],
    [
      "a file of variables",
      { command: "a", envFile: ".env" },
      "has an envFile",
    ],
    [
      "an input that nobody gave",
      { command: "a", env: { B: "${input:my-token}" } },
      "needs the environment variable MY_TOKEN, which is not set",
    ],
  ])("%s", (_, settings, reason) => {
    expect(whyNot(settings)).toContain(reason);
  });
});

it.each([
  ["{", "this is not JSON"],
  ["[]", "this is not JSON: it holds no object"],
  [`{ "inputs": [], "servers": [] }`, "it names no servers"],
])("refuses %s", (text, reason) => {
  expect(read("/app/.vscode/mcp.json", text)).toMatchObject({
    problem: { what: expect.stringContaining(reason) as string },
  });
});
