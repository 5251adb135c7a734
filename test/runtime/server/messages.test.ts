import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { ProtocolError, ToolError } from "../../../src/runtime/errors.js";
import { reply } from "../../../src/runtime/server-handlers.js";
import {
  connectRaw,
  handlers,
  legacyProfiles,
  makeServer,
  type Message,
  modern,
  newestLegacy,
  newestModern,
  open,
  profilesOf,
} from "./fixture.js";
import { profiles } from "../profiles.js";

const serverInfo = { name: "full-server", version: "2.0.0", title: "Full" };
const identity = { "io.modelcontextprotocol/serverInfo": serverInfo };

function result(message: Message): Message {
  expect(message).toHaveProperty("result");
  return message["result"] as Message;
}

function error(message: Message): {
  code: number;
  message: string;
  data?: unknown;
} {
  expect(message).toHaveProperty("error");
  return message["error"] as { code: number; message: string };
}

/** Calls a tool as each version would, and gives its result. */
async function callIn(
  version: string,
  tool: string,
  input: object,
  server = makeServer(),
): Promise<Message> {
  const raw = connectRaw(server);
  const params = { name: tool, arguments: input };
  if (version === newestModern) return raw.ask("tools/call", modern(params));
  await open(raw, version);
  return raw.ask("tools/call", params);
}

describe("the envelope", () => {
  it.each<[string, unknown, number, unknown]>([
    ["a number", 42, -32600, null],
    ["null", null, -32600, null],
    ["an empty list", [], -32600, null],
    ["no jsonrpc", { id: 1, method: "ping" }, -32600, 1],
    ["no method", { jsonrpc: "2.0", id: 1 }, -32600, 1],
    ["a numeric method", { jsonrpc: "2.0", id: 1, method: 1 }, -32600, 1],
    ["an id null", { jsonrpc: "2.0", id: null, method: "ping" }, -32600, null],
    [
      "a fractional id",
      { jsonrpc: "2.0", id: 1.5, method: "ping" },
      -32600,
      null,
    ],
    [
      "a list of params",
      { jsonrpc: "2.0", id: 1, method: "ping", params: [] },
      -32602,
      1,
    ],
  ])("refuses %s", async (_, message, code, id) => {
    const raw = connectRaw(makeServer());
    raw.send(message);
    expect(await raw.next()).toMatchObject({
      jsonrpc: "2.0",
      id,
      error: { code },
    });
  });

  it.each([
    { jsonrpc: "2.0", method: "notifications/unknown" },
    { jsonrpc: "2.0", method: "tools/list", params: [] },
    { jsonrpc: "2.0", id: 7, result: {} },
    { jsonrpc: "2.0", id: "x", error: { code: 1, message: "no" } },
  ])("says nothing to %j", (message) => {
    const raw = connectRaw(makeServer());
    raw.send(message);
    expect(raw.waiting).toEqual([]);
  });

  it.each(["1", "007", "1e3", "", "9007199254740993", 0, -1, 9007199254740991])(
    "gives the id %j back as it came",
    async (id) => {
      const raw = connectRaw(makeServer());
      expect(await raw.ask("ping", {}, id)).toEqual({
        jsonrpc: "2.0",
        id,
        result: {},
      });
    },
  );

  it("takes batches in the one version that has them", async () => {
    const batch = [
      { jsonrpc: "2.0", id: "a", method: "ping" },
      { jsonrpc: "2.0", method: "notifications/unknown" },
      { jsonrpc: "2.0", id: "b", method: "initialize", params: {} },
    ];
    for (const { version, batches } of legacyProfiles) {
      const raw = connectRaw(makeServer());
      await open(raw, version);
      raw.send(batch);
      if (batches)
        expect(await raw.next()).toEqual({
          jsonrpc: "2.0",
          id: "a",
          result: {},
        });
      expect(error(await raw.next()).code).toBe(-32600);
      expect(raw.waiting).toEqual([]);
    }
  });
});

describe("initialize", () => {
  it.each(legacyProfiles.map(({ version }) => version))(
    "echoes %s",
    async (version) => {
      const raw = connectRaw(makeServer());
      expect(result(await open(raw, version))).toEqual({
        protocolVersion: version,
        capabilities: {
          tools: { listChanged: true },
          prompts: { listChanged: true },
          resources: { subscribe: true, listChanged: true },
          logging: {},
        },
        serverInfo,
        instructions: "Ask away.",
      });
    },
  );

  it.each(["1999-01-01", newestModern])(
    "answers %s with its newest legacy version",
    async (version) => {
      const answer = await open(connectRaw(makeServer()), version);
      expect(result(answer)["protocolVersion"]).toBe(newestLegacy);
    },
  );

  it("is refused by name of versions where only the modern era is spoken", async () => {
    const server = makeServer({}, { profiles: profilesOf("modern") });
    const answer = await open(connectRaw(server), "2025-06-18");
    expect(error(answer)).toMatchObject({
      code: -32022,
      data: { supported: [newestModern], requested: "2025-06-18" },
    });
  });
});

describe("the modern envelope", () => {
  it.each<[string, object, number]>([
    [
      "no capabilities",
      { "io.modelcontextprotocol/clientCapabilities": undefined },
      -32602,
    ],
    [
      "capabilities of the wrong type",
      { "io.modelcontextprotocol/clientCapabilities": 1 },
      -32602,
    ],
    [
      "a version of the wrong type",
      { "io.modelcontextprotocol/protocolVersion": 1 },
      -32602,
    ],
    [
      "an unknown log level",
      { "io.modelcontextprotocol/logLevel": "loud" },
      -32602,
    ],
    [
      "an unknown version",
      { "io.modelcontextprotocol/protocolVersion": "1900-01-01" },
      -32022,
    ],
    [
      "a legacy version",
      { "io.modelcontextprotocol/protocolVersion": newestLegacy },
      -32022,
    ],
  ])("is refused with %s", async (_, meta, code) => {
    const answer = await connectRaw(makeServer()).ask(
      "tools/list",
      modern({}, meta),
    );
    expect(error(answer).code).toBe(code);
    if (code === -32022) {
      const requested = (meta as Message)[
        "io.modelcontextprotocol/protocolVersion"
      ];
      expect(error(answer).data).toEqual({
        supported: [newestModern],
        requested,
      });
    }
  });

  it("needs no client info", async () => {
    const answer = await connectRaw(makeServer()).ask(
      "tools/list",
      modern({}, { "io.modelcontextprotocol/clientInfo": undefined }),
    );
    expect(result(answer)["resultType"]).toBe("complete");
  });

  it("is demanded by a server without the legacy era", async () => {
    const server = makeServer({}, { profiles: profilesOf("modern") });
    expect(error(await connectRaw(server).ask("tools/list")).code).toBe(-32602);
  });

  it.each([
    "initialize",
    "ping",
    "logging/setLevel",
    "resources/subscribe",
    "tasks/list",
    "no/such",
  ])("makes %s an unknown method", async (method) => {
    expect(
      error(await connectRaw(makeServer()).ask(method, modern())).code,
    ).toBe(-32601);
  });

  it("means nothing to a server of the legacy era alone", async () => {
    const raw = connectRaw(makeServer({}, { profiles: profilesOf("legacy") }));
    expect(error(await raw.ask("server/discover", modern())).code).toBe(-32601);
    expect(result(await open(raw, newestLegacy))["protocolVersion"]).toBe(
      newestLegacy,
    );
  });

  it("leaves a legacy session on the same channel alone", async () => {
    const raw = connectRaw(makeServer());
    await open(raw, "2025-06-18");
    expect(result(await raw.ask("tools/list", modern()))["resultType"]).toBe(
      "complete",
    );
    expect(result(await raw.ask("tools/list"))).not.toHaveProperty(
      "resultType",
    );
  });
});

describe("lists", () => {
  const kinds = [
    ["tools/list", "tools", 5],
    ["prompts/list", "prompts", 1],
    ["resources/list", "resources", 1],
    ["resources/templates/list", "resourceTemplates", 1],
  ] as const;

  it.each(kinds)("%s is served in both eras", async (method, key, count) => {
    const raw = connectRaw(makeServer());
    const answer = result(await raw.ask(method, modern()));
    expect(answer[key]).toHaveLength(count);
    expect(Object.keys(answer).sort()).toEqual(
      ["_meta", "cacheScope", key, "resultType", "ttlMs"].sort(),
    );
    expect(answer["_meta"]).toEqual(identity);
    await open(raw, newestLegacy);
    const old = result(await raw.ask(method));
    expect(Object.keys(old)).toEqual([key]);
  });

  it.each(kinds)("%s refuses a cursor that it never gave", async (method) => {
    const raw = connectRaw(makeServer());
    expect(error(await raw.ask(method, modern({ cursor: "" }))).code).toBe(
      -32602,
    );
    expect(error(await raw.ask(method, { cursor: "x" })).code).toBe(-32602);
  });

  it.each(kinds)(
    "%s is no method of a server without such entries",
    async (method) => {
      const server = makeServer(
        {},
        { tools: [], prompts: [], resources: [], resourceTemplates: [] },
      );
      const raw = connectRaw(server);
      expect(error(await raw.ask(method, modern())).code).toBe(-32601);
      expect(error(await raw.ask(method)).code).toBe(-32601);
      expect(
        result(await raw.ask("server/discover", modern()))["capabilities"],
      ).toEqual({ logging: {} });
    },
  );

  it("show of an entry what the version knows", async () => {
    for (const profile of legacyProfiles) {
      const raw = connectRaw(makeServer());
      await open(raw, profile.version);
      const { tools } = result(await raw.ask("tools/list")) as {
        tools: Message[];
      };
      const entry = (name: string) =>
        tools.find((tool) => tool["name"] === name);
      expect("icons" in (entry("add") ?? {})).toBe(profile.icons);
      expect("annotations" in (entry("add") ?? {})).toBe(
        profile.toolAnnotations,
      );
      expect("outputSchema" in (entry("add") ?? {})).toBe(
        profile.outputSchema !== "none",
      );
      expect(entry("weather_current")?.["title"]).toBe("Weather Information");
      if (profile.outputSchema === "object") {
        const { outputSchema } = entry("words") as { outputSchema: object };
        expect(outputSchema).toEqual({
          type: "object",
          properties: {
            result: {
              $id: "urn:mcp:output:words",
              allOf: [{ $ref: "#/$defs/words" }],
              $defs: {
                words: { type: "array", items: { $ref: "#/$defs/word" } },
                word: { type: "string" },
              },
            },
          },
          required: ["result"],
        });
        // as official clients do
        const check = new Ajv().compile(outputSchema);
        expect(check({ result: ["a"] })).toBe(true);
        expect(check({ result: [1] })).toBe(false);
      }
    }
  });

  it("hide what a client may not see, from calls too", async () => {
    const server = makeServer({
      visible: ({ name }) => name !== "add" && name !== "motd",
    });
    const raw = connectRaw(server);
    const { tools } = result(await raw.ask("tools/list", modern())) as {
      tools: Message[];
    };
    expect(tools.map(({ name }) => name)).not.toContain("add");
    const call = await raw.ask(
      "tools/call",
      modern({ name: "add", arguments: { a: 1, b: 2 } }),
    );
    expect(error(call).code).toBe(-32602);
    expect(
      error(await raw.ask("resources/read", modern({ uri: "test://motd" })))
        .code,
    ).toBe(-32602);
  });
});

describe("tools/call", () => {
  it.each(profiles.map((profile) => [profile.version, profile] as const))(
    "gives output as %s can carry it",
    async (version, profile) => {
      const sum = result(await callIn(version, "add", { a: 1, b: 2 }));
      const list = result(await callIn(version, "words", { text: "a b" }));
      expect(sum["content"]).toEqual([{ type: "text", text: '{"sum":3}' }]);
      expect(list["content"]).toEqual([{ type: "text", text: '["a","b"]' }]);
      const expected = {
        none: [undefined, undefined],
        object: [{ sum: 3 }, { result: ["a", "b"] }],
        any: [{ sum: 3 }, ["a", "b"]],
      }[profile.structuredContent];
      expect([sum["structuredContent"], list["structuredContent"]]).toEqual(
        expected,
      );
      expect(sum["_meta"]).toEqual(
        profile.era === "modern" ? identity : undefined,
      );
    },
  );

  it.each(profiles.map((profile) => [profile.version, profile] as const))(
    "tells of bad input as %s does",
    async (version, profile) => {
      for (const input of [{}, { location: 7 }, null, []]) {
        const answer = await callIn(
          version,
          "weather_current",
          input as object,
        );
        if (profile.inputFailure === "tool-error") {
          expect(result(answer)["isError"]).toBe(true);
          expect(JSON.stringify(result(answer)["content"])).toContain(
            "Invalid arguments for weather_current",
          );
        } else {
          expect(error(answer).code).toBe(-32602);
        }
      }
    },
  );

  it("fills in defaults, and takes missing arguments for none", async () => {
    const answer = await callIn(newestModern, "weather_current", {
      location: "Rome",
    });
    expect(result(answer)["content"]).toEqual([
      { type: "text", text: "Rome in metric" },
    ]);
    const server = makeServer(
      {},
      { validate: { input: "off", output: "error" } },
    );
    const none = await connectRaw(server).ask(
      "tools/call",
      modern({ name: "calculator_arithmetic" }),
    );
    expect(result(none)["content"]).toEqual([
      { type: "text", text: "= undefined" },
    ]);
  });

  it("only warns at the level warn", async () => {
    const warnings: string[] = [];
    const server = makeServer(
      { warnings, tools: { add: () => ({ sum: "3" }) as never } },
      { validate: { input: "warn", output: "warn" } },
    );
    const answer = await callIn(newestModern, "add", { a: "x", b: 2 }, server);
    expect(result(answer)["structuredContent"]).toEqual({ sum: "3" });
    expect(warnings).toEqual([
      "add was called with arguments that do not match its schema: /a must be a number",
      "add returned an output that does not match its schema: /sum must be a number",
    ]);
  });

  it.each([undefined, 7, ""])(
    "refuses the tool %j by the protocol",
    async (name) => {
      for (const params of [modern({ name }), { name }]) {
        expect(
          error(await connectRaw(makeServer()).ask("tools/call", params)).code,
        ).toBe(-32602);
      }
    },
  );

  it("does not take names of Object for tools", async () => {
    const answer = await callIn(newestModern, "constructor", {});
    expect(error(answer).code).toBe(-32602);
  });

  it.each<[string, () => never, object, string[]]>([
    [
      "a ToolError",
      () => {
        throw new ToolError("Too cold", { structuredContent: { code: 1 } });
      },
      {
        content: [{ type: "text", text: "Too cold" }],
        isError: true,
        structuredContent: { code: 1 },
      },
      [],
    ],
    [
      "another error",
      () => {
        throw new Error("secret");
      },
      { content: [{ type: "text", text: "add failed" }], isError: true },
      ["add failed"],
    ],
    [
      "a bad output",
      () => ({ sum: "3" }) as never,
      {
        content: [
          {
            type: "text",
            text: "add returned an output that does not match its schema",
          },
        ],
        isError: true,
      },
      [
        "add returned an output that does not match its schema: /sum must be a number",
      ],
    ],
    [
      "what no JSON can say",
      () => ({ sum: 1, more: 1n }) as never,
      { content: [{ type: "text", text: "add failed" }], isError: true },
      ["add failed"],
    ],
  ])(
    "tells of %s in the result, at once and later",
    async (_, handler, expected, expectedWarnings) => {
      const handlers = [handler, async () => handler()];
      for (const add of handlers) {
        const warnings: string[] = [];
        const answer = await callIn(
          newestModern,
          "add",
          { a: 1, b: 2 },
          makeServer({ warnings, tools: { add } }),
        );
        expect(result(answer)).toEqual({
          resultType: "complete",
          ...expected,
          _meta: identity,
        });
        expect(warnings).toEqual(expectedWarnings);
      }
    },
  );

  it("answers with a ProtocolError as it was thrown", async () => {
    const add = () => {
      throw new ProtocolError(42, "No", { why: "so" });
    };
    const answer = await callIn(
      newestModern,
      "add",
      { a: 1, b: 2 },
      makeServer({ tools: { add } }),
    );
    expect(answer["error"]).toEqual({
      code: 42,
      message: "No",
      data: { why: "so" },
    });
  });

  it("sends what reply says beside the output", async () => {
    const content = [{ type: "text", text: "three" }];
    const tools = {
      add: () => reply({ sum: 3 }, { content, _meta: { "a/b": 1 } }),
    };
    expect(
      result(
        await callIn(
          newestModern,
          "add",
          { a: 1, b: 2 },
          makeServer({ tools }),
        ),
      ),
    ).toEqual({
      resultType: "complete",
      content,
      structuredContent: { sum: 3 },
      _meta: { ...identity, "a/b": 1 },
    });
    expect(
      result(
        await callIn(
          "2024-11-05",
          "add",
          { a: 1, b: 2 },
          makeServer({ tools }),
        ),
      ),
    ).toEqual({
      content,
      _meta: { "a/b": 1 },
    });
  });

  it.each(profiles)(
    "has only the content blocks that $version knows",
    async ({ version }) => {
      const image = { type: "image", data: "AA==", mimeType: "image/png" };
      const audio = { type: "audio", data: "AA==", mimeType: "audio/wav" };
      const link = { type: "resource_link", uri: "test://x", name: "x" };
      const content = [image, audio, link] as const;
      const words = (text: string) => ({ type: "text", text });
      const expected = {
        "2024-11-05": [image, words("[audio: audio/wav]"), words("test://x")],
        "2025-03-26": [image, audio, words("test://x")],
      }[version] ?? [...content];
      const of = (blocks: readonly object[]) =>
        blocks.map((block) => ({ role: "user", content: block }));
      const tools = {
        ...handlers.tools,
        weather_current: (() => content) as never,
        add: () => reply({ sum: 1 }, { content }),
        act: () => {
          throw new ToolError("no", { content });
        },
      };
      const prompts = { greet: () => ({ messages: of(content) }) };
      const raw = connectRaw(
        makeServer({ handlers: { ...handlers, tools, prompts } }),
      );
      const ask = async (method: string, params: object): Promise<Message> => {
        const isModern = version === newestModern;
        return result(
          await raw.ask(method, isModern ? modern(params) : params),
        );
      };
      if (version !== newestModern) await open(raw, version);
      for (const [name, input] of [
        ["weather_current", { location: "x" }],
        ["add", { a: 1, b: 0 }],
        ["act", { what: "x" }],
      ] as const) {
        const { content: sent } = await ask("tools/call", {
          name,
          arguments: input,
        });
        expect(sent).toEqual(expected);
      }
      const { messages } = await ask("prompts/get", {
        name: "greet",
        arguments: { name: "x" },
      });
      expect(messages).toEqual(of(expected));
    },
  );

  it("answers a handler that waits for nothing in the same turn", () => {
    const raw = connectRaw(makeServer());
    raw.send({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: modern({ name: "act", arguments: { what: "x" } }),
    });
    expect(raw.waiting).toHaveLength(1);
  });
});

describe("prompts and resources", () => {
  it("makes a message of a prompt's text", async () => {
    const raw = connectRaw(makeServer());
    const answer = await raw.ask(
      "prompts/get",
      modern({ name: "greet", arguments: { name: "Ada" } }),
    );
    expect(result(answer)).toEqual({
      resultType: "complete",
      description: "Greets",
      messages: [
        { role: "user", content: { type: "text", text: "Greet Ada" } },
      ],
      _meta: identity,
    });
  });

  it.each([
    { name: "no" },
    {},
    { name: "greet" },
    { name: "greet", arguments: null },
    { name: "greet", arguments: { name: 1 } },
    { name: "greet", arguments: { tone: "dry" } },
  ])("refuses the prompt %j", async (params) => {
    expect(
      error(await connectRaw(makeServer()).ask("prompts/get", modern(params)))
        .code,
    ).toBe(-32602);
  });

  it("reads text and bytes", async () => {
    const raw = connectRaw(makeServer());
    expect(
      result(await raw.ask("resources/read", modern({ uri: "test://motd" }))),
    ).toEqual({
      resultType: "complete",
      ttlMs: 0,
      cacheScope: "public",
      contents: [
        { uri: "test://motd", mimeType: "text/plain", text: "Be kind" },
      ],
      _meta: identity,
    });
    const uri = "note://a%20b/%C3%BC%2F1";
    expect(result(await raw.ask("resources/read", { uri }))).toEqual({
      contents: [
        {
          uri,
          mimeType: "application/octet-stream",
          blob: Buffer.from("a b/ü/1").toString("base64"),
        },
      ],
    });
  });

  it.each(["test://none", "note://none/x", "note://a/%zz"])(
    "does not find %s",
    async (uri) => {
      for (const { version, resourceNotFoundCode } of profiles) {
        const raw = connectRaw(makeServer());
        if (version !== newestModern) await open(raw, version);
        const answer = await raw.ask(
          "resources/read",
          version === newestModern ? modern({ uri }) : { uri },
        );
        expect(answer["error"]).toEqual({
          code: resourceNotFoundCode,
          message: `Resource not found: ${uri}`,
          data: { uri },
        });
      }
    },
  );

  it("keeps a failure of a handler inside", async () => {
    const warnings: string[] = [];
    const motd = () => {
      throw new Error("secret");
    };
    const raw = connectRaw(makeServer({ warnings, resources: { motd } }));
    const answer = await raw.ask(
      "resources/read",
      modern({ uri: "test://motd" }),
    );
    expect(answer["error"]).toEqual({
      code: -32603,
      message: "Internal error",
    });
    expect(warnings).toEqual(["resources/read failed"]);
  });
});

describe("options", () => {
  it("answer further methods", async () => {
    const requests = {
      "completion/complete": () => ({ completion: { values: ["x"] } }),
    };
    const raw = connectRaw(makeServer({ requests }));
    expect(result(await raw.ask("completion/complete"))).toEqual({
      completion: { values: ["x"] },
    });
    expect(result(await raw.ask("completion/complete", modern()))).toEqual({
      resultType: "complete",
      completion: { values: ["x"] },
      _meta: identity,
    });
  });

  it("intercept requests and results", async () => {
    const seen: string[] = [];
    const server = makeServer({
      async intercept({ method, params }, next) {
        seen.push(method);
        return {
          ...(await next({
            params: { ...params, arguments: { what: "you" } },
          })),
          extra: 1,
        };
      },
    });
    const raw = connectRaw(server);
    await open(raw, newestLegacy);
    const answer = await raw.ask("tools/call", {
      name: "act",
      arguments: { what: "me" },
    });
    expect(result(answer)).toEqual({
      content: [{ type: "text", text: "Hello you" }],
      extra: 1,
    });
    expect(seen).toEqual(["tools/call"]);
  });

  it("fail early without a handler", () => {
    expect(() => makeServer({ handlers: { tools: {} } as never })).toThrow(
      'handlers.tools has no function for "calculator_arithmetic"',
    );
  });
});
