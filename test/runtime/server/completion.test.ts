import { describe, expect, it } from "vitest";
import { completion } from "../../../src/runtime/server-completion.js";
import {
  connectRaw,
  legacyProfiles,
  makeServer,
  type Message,
  modern,
  newestLegacy,
  open,
  type Raw,
} from "./fixture.js";

const tones = Array.from({ length: 150 }, (_, index) => `tone ${index}`);

const modules = {
  prompts: {
    greet: {
      greet: "the handler itself, which is not looked at",
      complete: {
        name: (value: string, context: object, chosen: object) => [
          value,
          JSON.stringify(chosen),
          Object.keys(context).length.toString(),
        ],
        tone: async () => tones,
      },
    },
  },
  resourceTemplates: {
    note: {
      complete: {
        folder: () => ({ values: ["a", "b"], total: 7, hasMore: true }),
      },
    },
  },
};

const serve = (options: Parameters<typeof makeServer>[0] = {}): Raw =>
  connectRaw(makeServer({ modules, ...options }, { completion }));

const prompt = { type: "ref/prompt", name: "greet" };
const template = { type: "ref/resource", uri: "note://{folder}/{name}" };

async function complete(
  raw: Raw,
  ref: unknown,
  argument: unknown,
  more: object = {},
): Promise<Message> {
  const params = modern({ ref, argument, ...more });
  const { result, error } = await raw.ask("completion/complete", params);
  if (result === undefined) throw error;
  return result as Message;
}

describe("completion/complete", () => {
  it("asks the completer of a prompt's argument, and tells it what was chosen", async () => {
    const argument = { name: "name", value: "Pa" };
    const context = { arguments: { tone: "dry" } };
    const result = await complete(serve(), prompt, argument, { context });
    expect(result).toMatchObject({
      resultType: "complete",
      completion: { values: ["Pa", '{"tone":"dry"}', "0"] },
    });
  });

  it("asks the completer of a template's variable", async () => {
    const argument = { name: "folder", value: "" };
    expect(await complete(serve(), template, argument)).toMatchObject({
      completion: { values: ["a", "b"], total: 7, hasMore: true },
    });
  });

  it("sends a hundred values at most, and says how many there are", async () => {
    const argument = { name: "tone", value: "" };
    expect((await complete(serve(), prompt, argument))["completion"]).toEqual({
      values: tones.slice(0, 100),
      total: 150,
      hasMore: true,
    });
  });

  it("has nothing to offer for an argument that nobody completes", async () => {
    const argument = { name: "name", value: "x" };
    expect((await complete(serve(), template, argument))["completion"]).toEqual(
      { values: [] },
    );
    const bare = serve({ modules: {} });
    expect((await complete(bare, prompt, argument))["completion"]).toEqual({
      values: [],
    });
  });

  it.each([
    ["an unknown prompt", { type: "ref/prompt", name: "nobody" }],
    ["an unknown template", { type: "ref/resource", uri: "note://a/b" }],
    ["a resource", { type: "ref/resource", uri: "test://motd" }],
    ["a kind that is none", { type: "ref/tool", name: "greet" }],
    ["no ref", undefined],
  ])("refuses %s", async (_, ref) => {
    const argument = { name: "name", value: "x" };
    await expect(complete(serve(), ref, argument)).rejects.toMatchObject({
      code: -32602,
    });
  });

  it.each([
    ["an argument that there is not", { name: "toString", value: "x" }],
    ["an argument without a value", { name: "name" }],
    ["no argument", undefined],
  ])("refuses %s", async (_, argument) => {
    await expect(complete(serve(), prompt, argument)).rejects.toMatchObject({
      code: -32602,
    });
  });

  it("knows nothing of what a client may not see", async () => {
    const raw = serve({ visible: ({ name }) => name !== "greet" });
    await expect(
      complete(raw, prompt, { name: "name", value: "x" }),
    ).rejects.toEqual({ code: -32602, message: "Unknown ref/prompt: greet" });
  });

  it("answers a completer that gives nonsense with an internal error", async () => {
    const raw = serve({
      modules: { prompts: { greet: { complete: { name: () => [1] } } } },
    });
    await expect(
      complete(raw, prompt, { name: "name", value: "x" }),
    ).rejects.toMatchObject({ code: -32603 });
  });

  it("needs an object of functions", () => {
    expect(() =>
      serve({ modules: { prompts: { greet: { complete: () => [] } } } }),
    ).toThrow('complete of "greet" must be an object of functions');
  });
});

describe("the capability", () => {
  it("is declared from the version on that has it, and served before", async () => {
    for (const { version, serverCapabilities } of legacyProfiles) {
      const raw = serve();
      const hello = (await open(raw, version))["result"] as Message;
      const declared = "completions" in (hello["capabilities"] as object);
      expect(declared).toBe(serverCapabilities.includes("completions"));
      const argument = { name: "folder", value: "" };
      const params = { ref: template, argument };
      expect(
        (await raw.ask("completion/complete", params))["result"],
      ).toMatchObject({ completion: { values: ["a", "b"] } });
    }
    const found = await serve().ask("server/discover", modern());
    expect(found["result"]).toMatchObject({
      capabilities: { completions: {} },
    });
  });

  it("is absent without the feature, and so is the method", async () => {
    const raw = connectRaw(makeServer({ modules }));
    const hello = (await open(raw, newestLegacy))["result"] as Message;
    expect(hello["capabilities"]).not.toHaveProperty("completions");
    expect(
      (await raw.ask("completion/complete", { ref: prompt }))["error"],
    ).toMatchObject({ code: -32601 });
  });
});
