import { beforeAll, describe, expect, it } from "vitest";
import { call } from "../../src/runtime/client.js";
import { connect } from "../support/whole-client.js";
import { ToolError } from "../../src/runtime/errors.js";
import {
  type Check,
  fillDefaults,
  type Issue,
  issuesOf,
} from "../../src/runtime/validate.js";
import { compileMany, load } from "../support/compiled-schema.js";
import { features } from "./client/features.js";
import { ScriptedTransport, server } from "./scripted-transport.js";
import {
  connectRaw,
  contract,
  makeServer,
  modern,
  newestModern,
} from "./server/fixture.js";

const depth = 100_000;
/** `{"a":{"a":…}}` */
const deepText = `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;
const deep = () => JSON.parse(deepText) as { readonly a: object };

const recursive = {
  type: "object",
  properties: { a: { $ref: "#" } },
};
const union = {
  $ref: "#/$defs/node",
  $defs: {
    node: {
      anyOf: [
        { type: "object", properties: { a: { $ref: "#/$defs/node" } } },
        { type: "null" },
      ],
    },
  },
};
const unique = {
  type: "object",
  properties: { a: { type: "array", uniqueItems: true } },
};

const tooDeep: Issue = {
  instance: "",
  schema: "",
  keyword: "depth",
  message: "must not be nested so deeply",
};

let checks: readonly Check[];
beforeAll(async () => {
  checks = await load(compileMany([recursive, union, unique]));
});

describe("a value nested 100,000 levels deep", () => {
  it.each(["a recursive schema", "a recursive union"])(
    "is refused by %s",
    (what) => {
      const check = checks[what.endsWith("union") ? 1 : 0]!;
      expect(issuesOf(check, deep())).toEqual([tooDeep]);
      expect(issuesOf(check, { a: { a: {} } })).toBeUndefined();
    },
  );

  it("is refused where items have to be told apart", () => {
    const items = { a: [deep(), deep()] };
    expect(issuesOf(checks[2]!, items)).toEqual([tooDeep]);
  });

  it("passes a schema that does not look inside, and gets its defaults", () => {
    const value = { a: deep(), b: undefined };
    const plan = { properties: { a: { properties: { b: { default: 1 } } } } };
    const filled = fillDefaults(value, plan) as { a: { b: number } };
    expect(filled.a.b).toBe(1);
  });
});

it("a fault of another kind is not taken for depth", () => {
  const broken: Check = () => {
    throw new TypeError("broken");
  };
  expect(() => issuesOf(broken, 1)).toThrow("broken");
});

describe("a server", () => {
  const [first] = contract.tools ?? [];
  const withTool = (role: "input" | "output") => {
    const any: Check = () => true;
    const tool = { ...first!.tool, name: "act", input: any };
    return { tools: [{ ...first!, tool: { ...tool, [role]: checks[0]! } }] };
  };
  const arguments_ = (value: unknown) =>
    modern({ name: "act", arguments: value });

  it("refuses deep arguments and goes on", async () => {
    const raw = connectRaw(makeServer({}, withTool("input")));
    expect(await raw.ask("tools/call", arguments_(deep()))).toMatchObject({
      result: {
        isError: true,
        content: [
          {
            text: "Invalid arguments for act: it must not be nested so deeply",
          },
        ],
      },
    });
    expect(await raw.ask("tools/call", arguments_({ a: {} }))).toMatchObject({
      result: { content: [{ text: "Hello undefined" }] },
    });
  });

  it("does not send a deep output", async () => {
    const tools = { act: () => deep() as never };
    const warnings: string[] = [];
    const raw = connectRaw(makeServer({ tools, warnings }, withTool("output")));
    expect(await raw.ask("tools/call", arguments_({}))).toMatchObject({
      result: { isError: true },
    });
    expect(warnings.join()).toContain("must not be nested so deeply");
  });
});

describe("a client", () => {
  const tool = () => ({
    kind: "tool" as const,
    name: "walk",
    input: checks[0]!,
    output: checks[0]!,
  });
  const connected = (result: string) =>
    connect(
      new ScriptedTransport(
        server(({ id, method }, { receiver }) => {
          if (method !== "tools/call") return;
          const text = `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`;
          receiver.message(JSON.parse(text));
        }),
      ),
      { features, versions: [newestModern] },
    );

  it("refuses a deep output", async () => {
    const client = await connected(
      `{"resultType":"complete","content":[],"structuredContent":${deepText}}`,
    );
    const error = await call(client, tool(), {} as never).catch(
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(ToolError);
    expect(error).toMatchObject({ code: "OUTPUT_INVALID", issues: [tooDeep] });
  });

  it("sends no deep input", async () => {
    const client = await connected("{}");
    const error = await call(client, tool(), deep() as never).catch(
      (reason: unknown) => reason,
    );
    expect(error).toMatchObject({ code: "INPUT_INVALID", issues: [tooDeep] });
  });
});
