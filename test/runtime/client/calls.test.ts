import { describe, expect, it } from "vitest";
import {
  call,
  type Client,
  type ConnectOptions,
  facade,
  type ToolCall,
} from "../../../src/runtime/client.js";
import { connect } from "../../support/whole-client.js";
import { ConnectionError, ToolError } from "../../../src/runtime/errors.js";
import { ScriptedTransport, server } from "../scripted-transport.js";
import { features, lookup, names, weather } from "./features.js";

/** A client whose server gives every tool call this result. */
async function toolServer(result: object, options: ConnectOptions = {}) {
  const transport = new ScriptedTransport(
    server(({ id, method }, peer) => {
      if (method === "tools/call") peer.result(id, result);
    }),
  );
  const client = await connect(transport, { features, ...options });
  return { client, transport };
}

const modern = { versions: ["2026-07-28"] };
const structured = { versions: ["2025-06-18"] };
const unstructured = { versions: ["2024-11-05"] };

async function caught(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    (value) => expect.fail(`resolved to ${JSON.stringify(value)}`),
    (error: unknown) => error,
  );
}

describe("a tool without outputSchema", () => {
  it("gives its content with the joined text beside it", async () => {
    const content = [
      { type: "text", text: "a" },
      { type: "blob", data: "AAAA" },
      { type: "text", text: "b" },
    ];
    const { client } = await toolServer({ content });
    const given = await call(client, weather, { location: "x" });
    expect(given).toEqual(content);
    expect((given as unknown as { text: string }).text).toBe("a\nb");
  });

  it("returns a payload whole, whatever members it has", async () => {
    const text = '{"status":"error","data":{},"error":{"code":"BAD"}}';
    const { client } = await toolServer({ content: [{ type: "text", text }] });
    expect(await call(client, weather, { location: "x" })).toEqual([
      { type: "text", text },
    ]);
  });
});

describe("structured output", () => {
  it("is what the call resolves to", async () => {
    const { client } = await toolServer(
      { content: [], structuredContent: { value: "v" } },
      structured,
    );
    expect(await call(client, lookup)).toEqual({ value: "v" });
  });

  it("that its schema refuses is OUTPUT_INVALID with the issues", async () => {
    const { client } = await toolServer({
      content: [],
      structuredContent: { value: 1 },
    });
    expect(await caught(call(client, lookup))).toMatchObject({
      code: "OUTPUT_INVALID",
      issues: [{ instance: "/value" }],
      structuredContent: { value: 1 },
    });
  });

  it("is missed where the version has it", async () => {
    const { client } = await toolServer(
      { content: [{ type: "text", text: '{"value":"v"}' }] },
      structured,
    );
    expect(await caught(call(client, lookup))).toMatchObject({
      code: "OUTPUT_MISSING",
      message: expect.stringContaining("2025-06-18") as string,
    });
  });

  it("is read from the single text block on a version without it", async () => {
    const { client } = await toolServer(
      { content: [{ type: "text", text: '{"value":"v"}' }] },
      unstructured,
    );
    expect(await call(client, lookup)).toEqual({ value: "v" });
  });

  it.each([
    [[{ type: "text", text: "prose" }]],
    [[]],
    [
      [
        { type: "text", text: "{}" },
        { type: "text", text: "{}" },
      ],
    ],
  ])("is missed on a version without it: %j", async (content) => {
    const { client } = await toolServer({ content }, unstructured);
    expect(await caught(call(client, lookup))).toMatchObject({
      code: "OUTPUT_MISSING",
      message: expect.stringContaining("2024-11-05") as string,
      content,
    });
  });

  it("that is no object is unwrapped where only objects travel", async () => {
    const wrapped = { content: [], structuredContent: { result: ["a"] } };
    const bare = { content: [], structuredContent: ["a"] };
    const legacy = await toolServer(wrapped, structured);
    expect(await call(legacy.client, names)).toEqual(["a"]);
    const newer = await toolServer(bare, modern);
    expect(await call(newer.client, names)).toEqual(["a"]);
  });
});

describe("isError", () => {
  const result = {
    isError: true,
    content: [{ type: "text", text: "slow down" }],
    structuredContent: { code: "RATE" },
  };

  it("throws a ToolError that keeps everything", async () => {
    const { client } = await toolServer(result);
    const error = await caught(call(client, lookup));
    expect(error).toBeInstanceOf(ToolError);
    expect(error).toMatchObject({
      code: "TOOL_FAILED",
      message: "slow down",
      content: result.content,
      structuredContent: { code: "RATE" },
    });
  });

  it("keeps structured content where there is no other", async () => {
    const { client } = await toolServer({ ...result, content: [] });
    expect(
      await caught(call(client, weather, { location: "x" })),
    ).toMatchObject({ structuredContent: { code: "RATE" }, content: [] });
  });
});

describe("input", () => {
  it("is validated before anything is sent", async () => {
    const { client, transport } = await toolServer({ content: [] });
    const error = await caught(call(client, weather, {} as never));
    expect(error).toMatchObject({
      code: "INPUT_INVALID",
      issues: [{ instance: "/location", message: "must be a string" }],
    });
    expect(transport.methods()).not.toContain("tools/call");
  });

  it("is sent as it is at level warn, and looked at not at all at off", async () => {
    const warnings: string[] = [];
    const onWarning = (text: string) => void warnings.push(text);
    const warn = await toolServer(
      { content: [] },
      { validate: { input: "warn" }, onWarning },
    );
    await call(warn.client, weather, { location: 1 } as never);
    expect(warnings).toEqual([
      "The input of weather_current is not valid: /location must be a string",
    ]);
    const off = await toolServer(
      { content: [] },
      { validate: { input: "off" }, onWarning },
    );
    await call(off.client, weather, { location: 1 } as never);
    expect(warnings).toHaveLength(1);
    expect(off.transport.sent.at(-1)!.params).toMatchObject({
      arguments: { location: 1 },
    });
  });

  it("left out is an empty object on the wire", async () => {
    const { client, transport } = await toolServer({
      content: [],
      structuredContent: { value: "v" },
    });
    await call(client, lookup);
    expect(transport.sent.at(-1)!.params).toMatchObject({ arguments: {} });
  });
});

type Full = Client & {
  readonly tools: {
    readonly weatherCurrent: ToolCall<{ location: string }, unknown>;
    readonly lookup: ToolCall<{ key?: string } | void, { value: string }>;
  };
  readonly prompts: { readonly forecast: (args: object) => Promise<object> };
  readonly resources: {
    readonly stations: () => Promise<object>;
    readonly station: (variables: { id: string }) => Promise<object>;
  };
  call(name: string, input: object): Promise<unknown>;
};

describe("the facade", () => {
  async function full() {
    const { client, transport } = await toolServer({
      content: [],
      isError: false,
      structuredContent: { value: "v" },
    });
    const weatherClient = facade<Full>(client, {
      tools: { weatherCurrent: weather, lookup },
      prompts: { forecast: { kind: "prompt", name: "fore cast" } },
      resources: {
        stations: { kind: "resource", name: "s", uri: "weather://stations" },
        station: {
          kind: "template",
          name: "station",
          uriTemplate: "weather://stations/{id}",
        },
      },
    });
    return { client: weatherClient, transport };
  }

  it("calls tools by identifier and by wire name, plain, tried and in full", async () => {
    const { client } = await full();
    expect(await client.tools.lookup()).toEqual({ value: "v" });
    expect(await client.call("lookup", {})).toEqual({ value: "v" });
    expect(await client.tools.lookup.try()).toEqual({
      ok: true,
      data: { value: "v" },
    });
    expect(await client.tools.lookup.full()).toEqual({
      content: [],
      isError: false,
      structuredContent: { value: "v" },
    });
    const tried = await client.tools.weatherCurrent.try({} as never);
    expect(tried).toMatchObject({
      ok: false,
      error: { code: "INPUT_INVALID" },
    });
    await expect(client.call("nobody", {})).rejects.toThrow(TypeError);
  });

  it("asks for prompts and resources", async () => {
    const { client, transport } = await full();
    void client.prompts.forecast({ city: "x" }).catch(() => undefined);
    void client.resources.stations().catch(() => undefined);
    void client.resources.station({ id: "a/b" }).catch(() => undefined);
    await transport.sending(({ params }) => params?.["uri"] !== undefined);
    await transport.sending(
      ({ params }) => params?.["uri"] === "weather://stations/a%2Fb",
    );
    const params = transport.sent
      .slice(1)
      .map(({ method, params: { _meta, ...rest } = {} }) => [method, rest]);
    expect(params).toEqual([
      ["prompts/get", { name: "fore cast", arguments: { city: "x" } }],
      ["resources/read", { uri: "weather://stations" }],
      ["resources/read", { uri: "weather://stations/a%2Fb" }],
    ]);
  });

  it("holds contract names only and is not thenable", async () => {
    const { client } = await full();
    expect(Object.getPrototypeOf(client.tools)).toBeNull();
    expect("toString" in client.tools).toBe(false);
    expect("then" in client).toBe(false);
    expect(await Promise.resolve(client)).toBe(client);
  });
});

describe("intercept", () => {
  it("sees every request and may change it and its result", async () => {
    const seen: string[] = [];
    const { client, transport } = await toolServer(
      { content: [], structuredContent: { value: "v" } },
      {
        async intercept(request, next) {
          seen.push(request.method);
          const result = await next({
            ...request,
            params: { ...request.params, arguments: { key: "changed" } },
          });
          return { ...result, structuredContent: { value: "w" } };
        },
      },
    );
    expect(await call(client, lookup, { key: "k" })).toEqual({ value: "w" });
    expect(seen).toEqual(["tools/call"]);
    expect(transport.sent.at(-1)!.params).toMatchObject({
      arguments: { key: "changed" },
    });
  });
});

describe("lists", () => {
  async function pages(cursors: readonly unknown[]) {
    let page = 0;
    const asked: unknown[] = [];
    const transport = new ScriptedTransport(
      server(({ id, params }, peer) => {
        asked.push(params?.["cursor"]);
        const nextCursor = cursors[page];
        const inputSchema = { type: "object" };
        const tools = [{ name: `t${page++}`, inputSchema }];
        peer.result(id, { tools, nextCursor });
      }),
    );
    const client = await connect(transport, { features });
    const list = async () => {
      const found: unknown[] = [];
      for await (const tool of client.listTools())
        found.push((tool as { name: string }).name);
      return found;
    };
    return { list, asked };
  }

  it("follow every cursor, the empty one too", async () => {
    const { list, asked } = await pages(["", "b", undefined]);
    expect(await list()).toEqual(["t0", "t1", "t2"]);
    expect(asked).toEqual([undefined, "", "b"]);
  });

  it("end at null, which some servers send", async () => {
    const { list } = await pages([null]);
    expect(await list()).toHaveLength(1);
  });

  it("stop at a cursor that comes again", async () => {
    const { list, asked } = await pages(["same", "same", "same"]);
    const error = await caught(list());
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ reason: "protocol" });
    expect(asked).toHaveLength(2);
  });

  it.each([{}, 7, false])("stop at a cursor that is none: %j", async (none) => {
    const { list } = await pages([none]);
    expect(await caught(list())).toMatchObject({
      reason: "protocol",
      message: `nextCursor must be a string, not ${JSON.stringify(none)}`,
    });
  });
});
