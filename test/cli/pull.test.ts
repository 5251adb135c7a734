import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { mcpgenHere } from "../support/in-process.js";
import { tellServer, type Told, toolNamed } from "../support/told-server.js";
import { temporary } from "../support/temporary.js";

const pull = async (folder: string, told: Told, ...more: string[]) =>
  mcpgenHere(folder, ["pull", "--command", tellServer(folder, told), ...more]);

const manifestIn = (folder: string, file = "manifest.yaml") =>
  readFileSync(join(folder, file), "utf8");

const city = {
  type: "object",
  properties: { city: { type: "string" } },
  required: ["city"],
};

const weather: Told = {
  info: { name: "weather", version: "1.2.0", title: "The weather" },
  instructions: "Ask for a city.\nThen for a day.\n",
  capabilities: { tools: { listChanged: true }, prompts: {}, logging: {} },
  tools: [[toolNamed("now"), toolNamed("later")], [toolNamed("ago")]],
  prompts: [[{ name: "plan", arguments: [{ name: "day", required: true }] }]],
};

describe("a new manifest", () => {
  it("holds all pages in one order, and builds", async () => {
    const folder = await temporary("pull");
    const end = await pull(folder, weather);
    expect(end).toEqual({
      code: 0,
      stdout: "",
      stderr:
        'wrote manifest.yaml: 3 tools, 1 prompt; now run "mcpgen build"\n',
    });
    const text = manifestIn(folder);
    expect(text.slice(text.indexOf("\nserver:") + 1)).toBe(
      `server:
  name: weather
  version: 1.2.0
  title: The weather
  instructions: |
    Ask for a city.
    Then for a day.

emit: [client]
transports: [stdio]
features: [logging]
listChanged: {tools: true}

tools:
  - name: ago
    inputSchema:
      type: object

  - name: later
    inputSchema:
      type: object

  - name: now
    inputSchema:
      type: object

prompts:
  - name: plan
    arguments:
      - name: day
        required: true
`,
    );
    const built = await mcpgenHere(folder, ["build", "--json"]);
    expect(JSON.parse(built.stdout)).toMatchObject({ diagnostics: [] });
  });

  it("goes to the file that is named, in a folder that need not be there", async () => {
    const folder = await temporary("pull");
    const { stderr } = await pull(folder, weather, "-o", "servers/w.yaml");
    expect(stderr).toContain('now run "mcpgen build servers/w.yaml"');
    expect(manifestIn(folder, "servers/w.yaml")).toContain("name: weather");
  });

  it("is reported in JSON", async () => {
    const folder = await temporary("pull");
    const { stdout, stderr } = await pull(folder, weather, "--json");
    expect(stderr).toBe("");
    expect(JSON.parse(stdout)).toEqual({
      exitCode: 0,
      diagnostics: [],
      files: [
        {
          path: "manifest.yaml",
          action: "created",
          owner: "user",
          counts: { tools: 3, prompts: 1, resources: 0, resourceTemplates: 0 },
          drift: [],
        },
      ],
    });
  });
});

describe("a second pull", () => {
  it("changes no byte when the server says the same in another order", async () => {
    const folder = await temporary("pull");
    await pull(folder, {
      ...weather,
      tools: [[toolNamed("b", { inputSchema: city }), toolNamed("a")]],
    });
    const before = manifestIn(folder);
    const { properties, ...rest } = city;
    const again = await pull(folder, {
      ...weather,
      tools: [
        [toolNamed("a"), { inputSchema: { ...rest, properties }, name: "b" }],
      ],
    });
    expect(again.stderr).toBe("manifest.yaml is up to date\n");
    expect(manifestIn(folder)).toBe(before);
  });

  it("keeps comments, settings and the user's keys, and says what changed", async () => {
    const folder = await temporary("pull");
    const described = toolNamed("now", {
      description: "Now.",
      inputSchema: city,
    });
    await pull(folder, { tools: [[described, toolNamed("gone")]] });
    const edited = manifestIn(folder)
      .replace("emit: [client]", "emit: [client] # no server\nvalidate: warn")
      .replace("name: now", "name: now # the one we use\n    as: current")
      .replace("city:", "# where\n        city:")
      .replace("name: told", "name: mine");
    writeFileSync(join(folder, "manifest.yaml"), edited);
    const changed = toolNamed("now", {
      title: "Now",
      description: "Right now.",
      inputSchema: { ...city, required: [] },
    });
    const end = await pull(folder, {
      info: { name: "told", version: "2.0.0" },
      tools: [[toolNamed("added"), changed]],
    });
    expect(end.stderr).toBe(
      `updated manifest.yaml
  changed server: version
  removed tool "gone"
  changed tool "now": description, inputSchema, title
  added tool "added"
`,
    );
    const text = manifestIn(folder);
    expect(text.slice(text.indexOf("\nserver:") + 1)).toBe(
      `server:
  name: mine
  version: 2.0.0

emit: [client] # no server
validate: warn
transports: [stdio]

tools:
  - name: added
    inputSchema:
      type: object

  - name: now # the one we use
    title: Now
    as: current
    description: Right now.
    inputSchema:
      type: object
      properties:
        # where
        city:
          type: string
      required: []
`,
    );
    expect(
      (
        await pull(folder, {
          info: { name: "told", version: "2.0.0" },
          tools: [[toolNamed("added"), changed]],
        })
      ).stderr,
    ).toBe("manifest.yaml is up to date\n");
  });

  it("leaves a manifest alone that somebody wrote, unless it is forced", async () => {
    const folder = await temporary("pull");
    await mcpgenHere(folder, ["init"]);
    const written = manifestIn(folder);
    const refused = await pull(folder, weather);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain("PULL_NOT_PULLED");
    expect(manifestIn(folder)).toBe(written);
    expect((await pull(folder, weather, "--force")).code).toBe(0);
    expect(manifestIn(folder)).toContain("# Tools, as a tools/list result");
    expect((await pull(folder, weather)).stderr).toContain("up to date");
  });

  it("changes nothing where an alias would carry the change elsewhere", async () => {
    const folder = await temporary("pull");
    await pull(folder, weather);
    const tied = manifestIn(folder)
      .replace(
        "inputSchema:\n      type: object",
        "inputSchema: &any\n      type: object",
      )
      .replace(/(later\n +inputSchema:)\n +type: object/, "$1 *any");
    writeFileSync(join(folder, "manifest.yaml"), tied);
    const tools = [
      [
        toolNamed("ago", { inputSchema: city }),
        toolNamed("later"),
        toolNamed("now"),
      ],
    ];
    const end = await pull(folder, { ...weather, tools });
    expect(end.code).toBe(1);
    expect(end.stderr).toContain("PULL_NOT_IN_PLACE");
    expect(manifestIn(folder)).toBe(tied);
  });
});

describe("--check", () => {
  it("exits 2 and names what differs, then 0", async () => {
    const folder = await temporary("pull");
    await pull(folder, weather);
    const before = manifestIn(folder);
    const tools = [
      [toolNamed("now", { title: "Now" }), toolNamed("ago"), toolNamed("new")],
    ];
    const end = await pull(folder, { ...weather, tools }, "--check");
    expect(end).toEqual({
      code: 2,
      stdout: `manifest.yaml: removed tool "later"
manifest.yaml: changed tool "now": title
manifest.yaml: added tool "new"
`,
      stderr: 'manifest.yaml: 3 differences; "mcpgen pull" takes them over\n',
    });
    expect(manifestIn(folder)).toBe(before);
    expect((await pull(folder, weather, "--check")).code).toBe(0);
  });

  it("needs a manifest", async () => {
    const folder = await temporary("pull");
    const end = await pull(folder, weather, "--check");
    expect(end.code).toBe(1);
    expect(end.stderr).toContain("MANIFEST_MISSING");
    expect(existsSync(join(folder, "manifest.yaml"))).toBe(false);
  });

  it("compares a captured list too", async () => {
    const folder = await temporary("pull");
    const lists = { tools: weather.tools!.flat() };
    writeFileSync(join(folder, "c.json"), JSON.stringify(lists));
    const { stdout, code } = await pull(
      folder,
      { tools: weather.tools! },
      "--check",
      "-o",
      "c.json",
    );
    expect({ code, stdout }).toEqual({
      code: 2,
      stdout: "c.json: changed server: version\n",
    });
  });
});

describe("a server that", () => {
  const failing = async (script: string, ...more: string[]) => {
    const folder = await temporary("pull");
    const end = await pull(folder, { ...weather, script }, ...more);
    expect(end.code).toBe(1);
    expect(existsSync(join(folder, "manifest.yaml"))).toBe(false);
    return end.stderr;
  };

  it("dies is told with its code and its last words", async () => {
    expect(
      await failing(`console.error("no key\\nset KEY"); process.exit(3);`),
    ).toMatch(
      /SERVER_UNREACHABLE: .*ended with code 3; its last words: no key \| set KEY\n/,
    );
  });

  it("hangs is ended, and told with what it said", async () => {
    const stderr = await failing(
      `console.log("waiting for a lock"); answer = () => {};
       process.on("SIGTERM", () => {});`,
      "--timeout",
      "0.5",
    );
    expect(stderr).toMatch(
      /it was not done within 0\.5 s; it said: .*waiting for a lock/,
    );
    expect(stderr).toContain("--timeout");
  });

  it("is not there is told", async () => {
    const folder = await temporary("pull");
    const end = await mcpgenHere(folder, [
      "pull",
      "--command",
      "no-such-program --x",
    ]);
    expect(end.code).toBe(1);
    expect(end.stderr).toContain("no-such-program cannot be started");
  });

  it("refuses a list is told, and its manifest keeps its entries", async () => {
    const folder = await temporary("pull");
    await pull(folder, weather);
    const before = manifestIn(folder);
    const script = `const usual = answer; answer = (message) => message.method === "tools/list"
      ? say({ id: message.id, error: { code: -32603, message: "no database" } }) : usual(message);`;
    const end = await pull(folder, { ...weather, script });
    expect(end.code).toBe(1);
    expect(end.stderr).toContain("no database");
    expect(manifestIn(folder)).toBe(before);
  });

  it("goes round in a circle of pages is stopped", async () => {
    expect(
      await failing(
        `const usual = answer; answer = (message) => message.method === "tools/list"
           ? say({ id: message.id, result: { tools: [], nextCursor: "again" } }) : usual(message);`,
      ),
    ).toContain("tools/list goes round in a circle");
  });

  it("never comes to a last page is stopped", async () => {
    expect(
      await failing(
        `let page = 0; const usual = answer; answer = (message) => message.method === "tools/list"
           ? say({ id: message.id, result: { tools: [], nextCursor: String(page++) } }) : usual(message);`,
      ),
    ).toContain("tools/list has more than 1000 pages");
  });

  it("has too many entries is stopped", async () => {
    expect(
      await failing(
        `told.tools = [Array.from({ length: 20001 }, (_, at) => ({ name: "t" + at, inputSchema: { type: "object" } }))];`,
      ),
    ).toContain("tools/list has more than 20000 entries");
  });

  it("says too much in all its lists is stopped", async () => {
    expect(
      await failing(
        `const page = () => [{ name: "long", description: "x".repeat(6 * 1024 * 1024) }];
         told.tools = [page(), page(), page()]; told.prompts = told.tools;`,
      ),
    ).toContain("prompts/list has more than 33554432 characters");
  });
});

it("keeps what can be built and names what cannot", async () => {
  const folder = await temporary("pull");
  writeFileSync(join(folder, "secret.yaml"), "type: string\n");
  const deep = { type: "object", properties: {} };
  let at: { properties: object } = deep;
  for (let depth = 0; depth < 300; depth++) {
    const next = { type: "object", properties: {} };
    at.properties = { next };
    at = next;
  }
  const end = await pull(folder, {
    tools: [
      [
        toolNamed("good", { description: null, secretSauce: 1, as: "then" }),
        toolNamed("steals", {
          inputSchema: { type: "object", $ref: "secret.yaml" },
        }),
        toolNamed("dangles", {
          inputSchema: { type: "object", $ref: "#/nowhere" },
        }),
        toolNamed("deep", { inputSchema: deep }),
        toolNamed("good", { title: "again" }),
        { name: "no schema" },
        "no object",
      ],
    ],
    resources: [
      [
        { uri: "no uri", name: "bad" },
        { uri: "a:b", name: "fine" },
      ],
    ],
  });
  expect(end.code).toBe(0);
  const left = [
    ...end.stderr.matchAll(/PULL_ENTRY_LEFT_OUT: the (.+?) is left out/g),
  ];
  expect(left.map(([, subject]) => subject)).toEqual([
    'tool "deep"',
    "tool",
    'tool "good"',
    'tool "no schema"',
    'tool "steals"',
    'resource "bad"',
    'tool "dangles"',
  ]);
  expect(end.stderr).toContain(
    `PULL_MEMBERS_LEFT_OUT: the server's tools have members`,
  );
  const built = await mcpgenHere(folder, ["build", "--json"]);
  expect(JSON.parse(built.stdout)).toMatchObject({ exitCode: 0 });
  expect(manifestIn(folder)).not.toContain("then");
});

describe("secrets", () => {
  it("are passed on and never come back", async () => {
    const folder = await temporary("pull");
    process.env["MCPGEN_TEST_TOKEN"] = "tok-3n-12345";
    onTestFinished(() => void delete process.env["MCPGEN_TEST_TOKEN"]);
    const script = `told.tools[0][0].description = "Uses " + process.env.TOKEN + " and " + process.env.MCPGEN_TEST_TOKEN;`;
    const end = await pull(
      folder,
      { tools: [[toolNamed("leak")]], script },
      "--env",
      "MCPGEN_TEST_TOKEN",
      "--env",
      "TOKEN=other-${env:MCPGEN_TEST_TOKEN}",
    );
    expect(end.code).toBe(0);
    expect(end.stderr).toContain("PULL_SECRET_HIDDEN");
    expect(end.stderr).not.toContain("tok-3n-12345");
    expect(manifestIn(folder)).toContain(
      "description: Uses ${env:TOKEN} and ${env:MCPGEN_TEST_TOKEN}",
    );
  });

  it("must be set", async () => {
    const folder = await temporary("pull");
    const end = await pull(folder, weather, "--env", "MCPGEN_NO_SUCH");
    expect(end.code).toBe(1);
    expect(end.stderr).toContain(
      "the environment variable MCPGEN_NO_SUCH is not set",
    );
  });
});

it("asks for credentials where HTTP wants some", async () => {
  const folder = await temporary("pull");
  const server = createServer((request, response) => {
    response
      .writeHead(request.headers.authorization === "Bearer s3cret!" ? 500 : 401)
      .end();
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/mcp?key=qu3ry-key`;
  const end = await mcpgenHere(folder, ["pull", "--url", url]);
  expect(end.code).toBe(1);
  expect(end.stderr).toContain(
    "SERVER_UNAUTHORIZED: the server wants credentials (HTTP 401)",
  );
  expect(end.stderr).toContain("--header");
  const known = await mcpgenHere(folder, [
    "pull",
    "--url",
    url,
    "--header",
    "Authorization: Bearer s3cret!",
  ]);
  expect(known.stderr).toContain("500");
  expect(known.stderr).not.toMatch(/s3cret|qu3ry/);
});

describe("--from", () => {
  it("pulls every server of a file, one bad one beside the others", async () => {
    const folder = await temporary("pull");
    const [, script, words] = /"([^"]*cjs)" "([^"]*)"$/.exec(
      tellServer(folder, weather),
    )!;
    writeFileSync(
      join(folder, ".mcp.json"),
      `{
        // the servers of this project
        "mcpServers": {
          "weather": { "command": ${JSON.stringify(process.execPath)}, "args": [${JSON.stringify(script)}, "\${workspaceFolder}/told.json"] },
          "dead": { "command": "no-such-program", },
          "off": { "disabled": true, "command": "x" }, /* not now */
          "keyless": { "url": "https://example.invalid/mcp", "headers": { "X-Key": "\${MCPGEN_NO_SUCH}" } },
        },
      }`,
    );
    expect(words).toBeDefined();
    const end = await mcpgenHere(folder, [
      "pull",
      "--from",
      ".mcp.json",
      "-o",
      "servers",
    ]);
    expect(end.code).toBe(1);
    expect(end.stderr).toContain(
      '.mcp.json - error SERVER_SOURCE_WRONG: the server "keyless" needs the environment variable MCPGEN_NO_SUCH',
    );
    expect(end.stderr).toContain(
      "servers/dead.yaml - error SERVER_UNREACHABLE",
    );
    expect(end.stderr).toContain(
      "wrote servers/weather.yaml: 3 tools, 1 prompt",
    );
    const one = await mcpgenHere(folder, [
      "pull",
      "--from",
      ".mcp.json",
      "--server",
      "weather",
      "-o",
      "servers",
      "--check",
    ]);
    expect(one.code).toBe(0);
    const wrong = await mcpgenHere(folder, [
      "pull",
      "--from",
      ".mcp.json",
      "--server",
      "wether",
    ]);
    expect(wrong.stderr).toContain("CONFIG_SERVER_UNKNOWN");
  });
});

describe("the command line", () => {
  it.each([
    [[], "Name a server by --command, --url or --from"],
    [["--command", "a", "--url", "http://x/"], "exclude each other"],
    [["--command", "a 'b"], "a quote that is not closed"],
    [["--url", "ftp://x:secret@y"], "--url must be an address of HTTP"],
    [["--url", "http://x/", "--header", "no colon"], "'Name: value'"],
    [["--url", "http://x/", "--env", "A=b"], "--env is for --command"],
    [["--command", "a", "--header", "A: b"], "--header is for --url"],
    [["--command", "a", "--server", "b"], "--server is for --from"],
    [["--from", "f", "--url", "http://x/"], "--from excludes"],
    [["--from", "gone.json"], "cannot be read"],
    [["--command", "a", "-o", "x.json"], "PULL_NOT_YAML"],
  ])("%j", async (args, message) => {
    const folder = await temporary("pull");
    const end = await mcpgenHere(folder, ["pull", ...args]);
    expect(end.code).toBe(1);
    expect(end.stderr).toContain(message);
    expect(end.stderr).not.toContain("secret");
  });
});
