import { describe, expect, expectTypeOf, it, vi } from "vitest";
import type { RuntimeContext } from "../../../src/runtime/context.js";
import { ToolError } from "../../../src/runtime/errors.js";
import type { Server } from "../../../src/runtime/server.js";
import { asks } from "../../../src/runtime/server-asks.js";
import type {
  ElicitContext,
  Elicited,
  RootsContext,
  SampleContext,
  StepContext,
} from "../../../src/runtime/server-asking.js";
import type { StateLedger } from "../../../src/runtime/server-events.js";
import type { FormContent } from "../../../src/runtime/server-form.js";
import {
  connectRaw,
  makeServer,
  type Message,
  modern,
  newestLegacy,
  open,
  type Raw,
} from "./fixture.js";

type Forms = { name: { name: string } };
type Context = RuntimeContext &
  ElicitContext<Forms> &
  SampleContext &
  RootsContext &
  StepContext;

const nameForm = {
  message: "Who?",
  requestedSchema: {
    type: "object",
    properties: { name: { type: "string", minLength: 2 } },
    required: ["name"],
  },
} as const;

const everything = {
  elicitation: { form: {}, url: {} },
  sampling: { tools: {} },
  roots: {},
};

type Act = (context: Context) => Promise<string>;

function serve(act: Act, more: object = {}): Server {
  const handler = (_input: unknown, context: unknown) =>
    act(context as Context);
  return makeServer(
    { tools: { act: handler }, ...more },
    {
      asks,
      elicitations: { name: nameForm },
    },
  );
}

const call = { name: "act", arguments: { what: "" } };

/** One round of the modern wire. */
async function round(
  raw: Raw,
  more: object = {},
  capabilities: object = everything,
): Promise<Message> {
  const answer = await raw.ask(
    "tools/call",
    modern(
      { ...call, ...more },
      { "io.modelcontextprotocol/clientCapabilities": capabilities },
    ),
  );
  return (answer["result"] ?? answer["error"]) as Message;
}

/** Goes on with answers, as a client does. */
function goOn(
  raw: Raw,
  before: Message,
  inputResponses: object,
): Promise<Message> {
  return round(raw, { inputResponses, requestState: before["requestState"] });
}

const text = (result: Message) =>
  (result["content"] as [{ text: string }])[0].text;

const accept = (content: object) => ({ action: "accept", content });

const greet: Act = async ({ elicit }) => {
  const answer = await elicit("who", "name");
  return answer.action === "accept"
    ? `Hello, ${answer.content.name}`
    : answer.action;
};

/** `elicit` and the others are methods; a test may take them off. */
const bound =
  (act: Act): Act =>
  (context) =>
    act(
      new Proxy(context, {
        get(target, key) {
          const member: unknown = Reflect.get(target, key, target);
          return typeof member === "function"
            ? (member.bind(target) as unknown)
            : member;
        },
      }),
    );

describe("asking on the modern wire", () => {
  it("ends the round and runs again with the answer", async () => {
    const raw = connectRaw(serve(bound(greet)));
    const first = await round(raw);
    expect(first).toMatchObject({
      resultType: "input_required",
      inputRequests: {
        who: { method: "elicitation/create", params: nameForm },
      },
    });
    expect(Object.keys(first).sort()).toEqual([
      "_meta",
      "inputRequests",
      "requestState",
      "resultType",
    ]);
    const last = await goOn(raw, first, {
      who: accept({ name: "Ada" }),
      other: 1,
    });
    expect([last["resultType"], text(last)]).toEqual([
      "complete",
      "Hello, Ada",
    ]);
    const other = await goOn(raw, await round(raw), {
      who: { action: "decline" },
    });
    expect(text(other)).toBe("decline");
  });

  it.each([
    [{}],
    [{ wrong: accept({ name: "Ada" }) }],
    [{ who: 12345 }, "it is no object"],
    [{ who: null }, "it is no object"],
    [{ who: accept({}) }, "content/name does not fit the form"],
    [{ who: accept({ name: "x" }) }, "content/name does not fit the form"],
    [
      { who: { action: "perhaps" } },
      'action must be "accept", "decline" or "cancel"',
    ],
  ])("asks again after %j", async (responses, fault?: string) => {
    const warnings: string[] = [];
    const onWarning = (message: string) => warnings.push(message);
    const raw = connectRaw(serve(bound(greet), { onWarning }));
    const again = await goOn(raw, await round(raw), responses);
    expect(again).toMatchObject({
      resultType: "input_required",
      inputRequests: { who: {} },
    });
    expect(warnings).toEqual(
      fault === undefined
        ? []
        : [`"who" is asked for again, for its answer is malformed: ${fault}`],
    );
  });

  it("keeps former answers and steps, and asks together what is asked together", async () => {
    const effect = vi.fn(() => ({ number: 7 }));
    const raw = connectRaw(
      serve(async (context) => {
        const { number } = await context.step("draw", effect);
        const [who, roots] = await Promise.all([
          context.elicit("who", nameForm),
          context.roots("where"),
        ]);
        const said = await context.sample("say", {
          messages: [],
          maxTokens: 5,
        });
        return JSON.stringify([number, who, roots, said["model"]]);
      }),
    );
    const first = await round(raw);
    expect(Object.keys(first["inputRequests"] as object)).toEqual([
      "who",
      "where",
    ]);
    // One of two answers: the other is asked for again.
    const second = await goOn(raw, first, { who: accept({ name: "Ada" }) });
    expect(Object.keys(second["inputRequests"] as object)).toEqual(["where"]);
    const third = await goOn(raw, second, {
      where: { roots: [{ uri: "file:///a" }] },
    });
    expect(third["inputRequests"]).toEqual({
      say: {
        method: "sampling/createMessage",
        params: { messages: [], maxTokens: 5 },
      },
    });
    const said = {
      role: "assistant",
      model: "m",
      content: { type: "text", text: "hi" },
    };
    const last = await goOn(raw, third, { say: said });
    expect(JSON.parse(text(last))).toEqual([
      7,
      accept({ name: "Ada" }),
      [{ uri: "file:///a" }],
      "m",
    ]);
    expect(effect).toHaveBeenCalledTimes(1);
  });

  it("acts on what was asked, whatever the handler returned or threw", async () => {
    for (const end of [
      () => "done",
      () => Promise.reject(new ToolError("no")),
    ]) {
      const raw = connectRaw(
        serve(async (context) => {
          try {
            await context.elicit("who", "name");
          } catch {
            return end();
          }
          return "answered";
        }),
      );
      expect(await round(raw)).toMatchObject({ resultType: "input_required" });
    }
  });

  it("waits for steps that still run when the round ends", async () => {
    const effect = vi.fn(async () => {
      await new Promise((resolve) => setTimeout(resolve));
      return 1;
    });
    const raw = connectRaw(
      serve(async (context) => {
        const [, done] = await Promise.all([
          context.elicit("who", "name"),
          context.step("work", effect),
        ]);
        return String(done);
      }),
    );
    const first = await round(raw);
    expect(text(await goOn(raw, first, { who: accept({ name: "Ada" }) }))).toBe(
      "1",
    );
    expect(effect).toHaveBeenCalledTimes(1);
  });

  it("leaves no rejection behind that nobody handles", async () => {
    const raw = connectRaw(
      serve(async (context) => {
        const first = context.elicit("a", "name");
        const second = context.elicit("b", "name");
        return JSON.stringify([await first, await second]);
      }),
    );
    expect(Object.keys((await round(raw))["inputRequests"] as object)).toEqual([
      "a",
      "b",
    ]);
  });

  it("refuses a state that is not of this request", async () => {
    const raw = connectRaw(serve(bound(greet)));
    const first = await round(raw);
    const state = first["requestState"] as string;
    const flipped = (state.startsWith("A") ? "B" : "A") + state.slice(1);
    for (const requestState of [
      flipped,
      "",
      "AAAA",
      5,
      `${state}=`,
      "x".repeat(20_000),
    ]) {
      expect(await round(raw, { requestState })).toMatchObject({
        code: -32602,
      });
    }
    const elsewhere = { arguments: { what: "else" }, requestState: state };
    expect(await round(raw, elsewhere)).toMatchObject({ code: -32602 });
    expect(
      await round(connectRaw(serve(bound(greet))), { requestState: state }),
    ).toMatchObject({ code: -32602 });
  });

  it("refuses a state that was used, so that nothing is done twice", async () => {
    const charge = vi.fn(() => 1);
    const act: Act = async (context) => {
      await context.elicit("who", "name");
      const number = await context.step("charge", charge);
      await context.elicit("sure", "name");
      return `charged ${number}`;
    };
    const sealKey = new Uint8Array(32).fill(7);
    const used = new Set<string>();
    const ledger: StateLedger = {
      spend: async (state, until) => {
        expect(until).toBeGreaterThan(Date.now());
        if (used.has(state)) return false;
        used.add(state);
        return true;
      },
    };
    for (const shared of [{}, { sealKey, ledger }]) {
      charge.mockClear();
      const raw = connectRaw(serve(act, shared));
      const other = "ledger" in shared ? connectRaw(serve(act, shared)) : raw;
      const first = await round(raw);
      const answers = { who: accept({ name: "Ada" }) };
      const second = await goOn(other, first, answers);
      expect(second).toMatchObject({ inputRequests: { sure: {} } });
      expect(await goOn(raw, first, answers)).toMatchObject({
        code: -32602,
        message: expect.stringContaining("was used before") as string,
      });
      const sure = { sure: accept({ name: "Yes" }) };
      expect(text(await goOn(raw, second, sure))).toBe("charged 1");
      expect(await goOn(other, second, sure)).toMatchObject({ code: -32602 });
      expect(charge).toHaveBeenCalledTimes(1);
    }
  });

  it("refuses a state that is too old", async () => {
    const raw = connectRaw(serve(bound(greet)));
    const first = await round(raw);
    const now = Date.now();
    vi.spyOn(Date, "now").mockReturnValue(now + 3_700_000);
    try {
      expect(await goOn(raw, first, {})).toMatchObject({ code: -32602 });
    } finally {
      vi.restoreAllMocks();
    }
  });

  it("goes on in another process that has the key", async () => {
    const sealKey = new Uint8Array(32).fill(7);
    const first = await round(connectRaw(serve(bound(greet), { sealKey })));
    const other = connectRaw(serve(bound(greet), { sealKey }));
    expect(
      text(await goOn(other, first, { who: accept({ name: "Ada" }) })),
    ).toBe("Hello, Ada");
  });

  it("refuses to carry more than 16 kB", async () => {
    const warnings: string[] = [];
    const raw = connectRaw(
      serve(
        async (context) => {
          await context.step("much", () => "x".repeat(20_000));
          await context.elicit("who", "name");
          return "";
        },
        { warnings },
      ),
    );
    expect(await round(raw)).toMatchObject({ code: -32603 });
    expect(warnings).toEqual(["tools/call failed"]);
  });

  it.each<[string, Act, object, object]>([
    [
      "elicitation",
      async (context) => (await context.elicit("a", "name")).action,
      {},
      { elicitation: { form: {} } },
    ],
    [
      "url",
      async (context) =>
        (
          await context.elicit("a", {
            mode: "url",
            message: "Go",
            url: "https://a.example",
          })
        ).action,
      { elicitation: {} },
      { elicitation: { url: {} } },
    ],
    [
      "form",
      async (context) => (await context.elicit("a", "name")).action,
      { elicitation: { url: {} } },
      { elicitation: { form: {} } },
    ],
    [
      "sampling",
      async (context) =>
        String((await context.sample("a", { messages: [] }))["model"]),
      {},
      { sampling: {} },
    ],
    [
      "tools",
      async (context) =>
        String(
          (await context.sample("a", { messages: [], tools: [] }))["model"],
        ),
      { sampling: {} },
      { sampling: { tools: {} } },
    ],
    [
      "roots",
      async (context) => String((await context.roots("a")).length),
      {},
      { roots: {} },
    ],
  ])(
    "does not ask a client that did not declare it (%s)",
    async (_, act, capabilities, requiredCapabilities) => {
      const raw = connectRaw(serve(act));
      expect(await round(raw, {}, capabilities)).toMatchObject({
        code: -32021,
        data: { requiredCapabilities },
      });
    },
  );

  it.each<[string, Act, string]>([
    [
      "a key twice",
      async (context) => {
        await context.step("a", () => 1);
        await context.step("a", () => 2);
        return "";
      },
      "act failed",
    ],
    [
      "an unknown form",
      async (context) => (await context.elicit("a", "none" as "name")).action,
      "act failed",
    ],
  ])("fails for %s", async (_, act, expected) => {
    const raw = connectRaw(serve(act));
    expect(await round(raw)).toMatchObject({
      isError: true,
      content: [{ text: expected }],
    });
  });

  it("takes any key as an ordinary one", async () => {
    const raw = connectRaw(
      serve(
        async (context) => (await context.elicit("__proto__", "name")).action,
      ),
    );
    const first = await round(raw);
    expect(Object.keys(first["inputRequests"] as object)).toEqual([
      "__proto__",
    ]);
    const responses = JSON.parse('{"__proto__":{"action":"cancel"}}') as object;
    expect(text(await goOn(raw, first, responses))).toBe("cancel");
  });

  it("costs nothing where nothing is asked", () => {
    const server = makeServer({}, { asks });
    const raw = connectRaw(server);
    raw.send({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: modern(call),
    });
    expect(raw.waiting).toHaveLength(1);
  });
});

describe("asking a legacy session", () => {
  async function session(
    act: Act,
    version = newestLegacy,
    capabilities: object = everything,
  ): Promise<Raw> {
    const raw = connectRaw(serve(act));
    await open(raw, version, capabilities);
    return raw;
  }

  it("sends a request and goes on with the answer", async () => {
    const effect = vi.fn(() => 1);
    const raw = await session(async (context) => {
      await context.step("once", effect);
      return bound(greet)(context);
    });
    const asked = await raw.ask("tools/call", call, "call");
    expect(asked).toMatchObject({
      method: "elicitation/create",
      params: { mode: "form", ...nameForm },
    });
    raw.send({
      jsonrpc: "2.0",
      id: asked["id"],
      result: accept({ name: "Ada" }),
    });
    expect(await raw.next()).toMatchObject({
      id: "call",
      result: { content: [{ text: "Hello, Ada" }] },
    });
    expect(effect).toHaveBeenCalledTimes(1);
  });

  it("names no mode where the version has none", async () => {
    const raw = await session(bound(greet), "2025-06-18");
    const asked = await raw.ask("tools/call", call);
    expect(asked["params"]).toEqual(nameForm);
  });

  it("tells of refusals and of malformed answers", async () => {
    const raw = await session(bound(greet));
    const refused = await raw.ask("tools/call", call);
    raw.send({
      jsonrpc: "2.0",
      id: refused["id"],
      error: { code: -1, message: "No" },
    });
    expect(await raw.next()).toMatchObject({
      error: { code: -1, message: "No" },
    });
    const malformed = await raw.ask("tools/call", call);
    raw.send({
      jsonrpc: "2.0",
      id: malformed["id"],
      result: { action: "accept" },
    });
    const text =
      "The client's answer to elicitation/create is malformed: content does not fit the form";
    expect(await raw.next()).toMatchObject({
      result: { isError: true, content: [{ text }] },
    });
  });

  it("does not ask what the version or the client does not have", async () => {
    for (const [version, capabilities] of [
      ["2024-11-05", everything],
      [newestLegacy, {}],
    ] as const) {
      const raw = await session(bound(greet), version, capabilities);
      expect(await raw.ask("tools/call", call)).toMatchObject({
        result: {
          isError: true,
          content: [
            {
              text: "The client does not offer elicitation/create (elicitation.form)",
            },
          ],
        },
      });
    }
  });

  it("takes the question back when the call is cancelled", async () => {
    let ended = (): void => undefined;
    const end = new Promise<void>((resolve) => (ended = resolve));
    const raw = await session(async (context) => {
      try {
        return await bound(greet)(context);
      } finally {
        ended();
      }
    });
    const question = await raw.ask("tools/call", call, "call");
    raw.send({
      jsonrpc: "2.0",
      method: "notifications/cancelled",
      params: { requestId: "call" },
    });
    await end;
    expect(raw.waiting).toEqual([
      {
        jsonrpc: "2.0",
        method: "notifications/cancelled",
        params: { requestId: question["id"] },
      },
    ]);
  });
});

describe("the types of forms", () => {
  it("follow the schema", () => {
    type Content = FormContent<{
      type: "object";
      properties: {
        a: { type: "string" };
        b: { type: "integer" };
        c: { type: "string"; enum: readonly ["x", "y"] };
        d: {
          type: "array";
          items: { anyOf: readonly [{ const: "p" }, { const: "q" }] };
        };
        e: { type: "boolean" };
        f: { type: "string"; oneOf: readonly [{ const: "m" }, { const: "n" }] };
      };
      required: readonly ["a", "c"];
    }>;
    expectTypeOf<Content>().toExtend<{ a: string; c: "x" | "y" }>();
    expectTypeOf<Content["b"]>().toEqualTypeOf<number | undefined>();
    expectTypeOf<Content["d"]>().toEqualTypeOf<("p" | "q")[] | undefined>();
    expectTypeOf<Content["e"]>().toEqualTypeOf<boolean | undefined>();
    expectTypeOf<Content["f"]>().toEqualTypeOf<"m" | "n" | undefined>();
    expectTypeOf<
      Parameters<ElicitContext<Forms>["elicit"]>[0]
    >().toEqualTypeOf<string>();
    const ask = (context: Context) => context.elicit("a", nameForm);
    expectTypeOf(ask).returns.resolves.toExtend<Elicited<{ name: string }>>();
  });
});
