import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";
import { installIn, nodeIn } from "../../test/support/npm-folder.js";
import { run, type RunResult } from "../../test/support/run.js";
import { start } from "../../test/support/started.js";

/** The suite needs Node 22, whatever runs the project. */
const packages = [
  "node@22",
  "@modelcontextprotocol/conformance@0.2.0-alpha.12",
];

const modern = "2026-07-28";
const schemaToolName = "json_schema_2020_12_tool";

export type Role = "server" | "client";

/** One half of what a revision of the protocol asks for. */
export type Leg = { readonly role: Role; readonly revision: string };

const old = "2025-03-26";

/** How a client finds the authorization server of an old server; the suite keeps no requirements of that revision. */
const oldScenarios = [
  "auth/2025-03-26-oauth-metadata-backcompat",
  "auth/2025-03-26-oauth-endpoint-fallback",
];

/** What the suite asks of both sides, and at last of clients that meet old servers. */
export const legs: readonly Leg[] = [
  ...["server", "client"].flatMap((role) =>
    ["2025-11-25", modern].map((revision) => ({
      role: role as Role,
      revision,
    })),
  ),
  { role: "client", revision: old },
];

/** What one scenario found out about one thing; other statuses than these four only inform. */
export type Check = {
  readonly id: string;
  readonly status: "SUCCESS" | "FAILURE" | "WARNING" | "SKIPPED" | "INFO";
  readonly errorMessage?: string;
};

/** A scenario of a leg; those that are not scored are optional, or younger than the revision. */
export type Scenario = { readonly name: string; readonly scored: boolean };

/** The official conformance suite, installed in a folder of its own. */
export class Suite {
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  static async install(folder: string): Promise<Suite> {
    await installIn(folder, packages);
    return new Suite(folder);
  }

  /** The scenarios of a leg in the suite's order, the scored ones first. */
  async scenarios({ role, revision }: Leg): Promise<readonly Scenario[]> {
    if (revision === old)
      return oldScenarios.map((name) => ({ name, scored: false }));
    const path = this.#inside(`requirements/${revision}.yaml`);
    const stated = parse(await readFile(path, "utf8")) as {
      readonly [role in Role]: readonly string[];
    } & {
      readonly not_scored: readonly { leg: Role; scenario: string }[];
    };
    const others = stated.not_scored.filter(({ leg }) => leg === role);
    return [
      ...stated[role].map((name) => ({ name, scored: true })),
      ...others.map(({ scenario: name }) => ({ name, scored: false })),
    ];
  }

  /** Runs the suite's command line to its end. */
  async run(args: readonly string[], cwd: string): Promise<RunResult> {
    const [node, ...program] = this.#program(args);
    return run(node, program, { cwd });
  }

  /** The tool that the suite wants to see unchanged, as a server of its own lists it. */
  async schemaTool(): Promise<object> {
    const scenario = "json-schema-2020-12-preservation";
    const version = ["--spec-version", modern];
    const server = await start(
      this.#program(["client", "--scenario", scenario, ...version]),
      /Server URL: (\S+)\n/,
    );
    try {
      const tools = await listTools(server.found);
      const tool = tools.find(({ name }) => name === schemaToolName);
      if (tool === undefined)
        throw new Error(`${scenario} lists no ${schemaToolName}`);
      return tool;
    } finally {
      await server.stop();
    }
  }

  #program(args: readonly string[]): [string, ...string[]] {
    return [nodeIn(this.#folder), this.#inside("dist/index.js"), ...args];
  }

  #inside(path: string): string {
    const home = "node_modules/@modelcontextprotocol/conformance";
    return join(this.#folder, home, path);
  }
}

/** The checks that the suite left in a folder, by scenario; one that it could not run is missing. */
export async function checksIn(
  folder: string,
): Promise<ReadonlyMap<string, readonly Check[]>> {
  const found = new Map<string, readonly Check[]>();
  for (const entry of await readdir(folder, { recursive: true })) {
    const path = resultPath.exec(entry.replaceAll("\\", "/"));
    if (path?.[1] === undefined) continue;
    const text = await readFile(join(folder, entry), "utf8");
    found.set(path[1], JSON.parse(text) as readonly Check[]);
  }
  return found;
}

/** Such as `server-tools-list-2026-11-30T17-52-04-603Z/checks.json`. */
const resultPath = /^(?:server-)?(.+)-\d{4}-\d\d-\d\dT[\d-]+Z\/checks\.json$/;

type ListedTool = { readonly name: string };

/** Without a client of ours or anybody's, which might change what it lists. */
async function listTools(url: string): Promise<readonly ListedTool[]> {
  const method = "tools/list";
  const prefix = "io.modelcontextprotocol/";
  const _meta = {
    [`${prefix}protocolVersion`]: modern,
    [`${prefix}clientCapabilities`]: {},
  };
  const response = await fetch(url, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      Accept: "application/json, text/event-stream",
      "MCP-Protocol-Version": modern,
      "Mcp-Method": method,
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: { _meta } }),
  });
  const { result } = (await response.json()) as {
    readonly result: { readonly tools: readonly ListedTool[] };
  };
  return result.tools;
}
