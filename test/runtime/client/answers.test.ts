import { describe, expect, it } from "vitest";
import { call, type ConnectOptions } from "../../../src/runtime/client.js";
import { connect } from "../../support/whole-client.js";
import { ProtocolError } from "../../../src/runtime/errors.js";
import {
  type Script,
  ScriptedTransport,
  server,
} from "../scripted-transport.js";
import { features, weather } from "./features.js";

const done = { resultType: "complete", content: [] };
const input = { location: "x" };

const form = {
  message: "m",
  requestedSchema: {
    type: "object",
    properties: {
      n: { type: "integer", default: 3 },
      e: { type: "string", enum: ["a", "b"], default: "b" },
      m: { type: "array", items: { enum: ["x", "y"] }, default: ["x"] },
      t: { type: "string" },
    },
    required: ["n", "t"],
  },
};

async function connected(script: Script, options: ConnectOptions) {
  const transport = new ScriptedTransport(server(script));
  const client = await connect(transport, { features, ...options });
  return { client, transport };
}

/** What a legacy client answers when the server asks. */
async function ask(method: string, params: object, options: ConnectOptions) {
  const { transport } = await connected(() => undefined, {
    versions: ["2025-11-25"],
    ...options,
  });
  transport.peer.receiver.message({
    jsonrpc: "2.0",
    id: "s-1",
    method,
    params,
  });
  const { result, error } = await transport.sending(({ id }) => id === "s-1");
  return { result, error };
}

describe("a legacy server's request", () => {
  it("ping is always answered", async () => {
    expect(await ask("ping", {}, {})).toEqual({ result: {}, error: undefined });
  });

  it.each([
    "sampling/createMessage",
    "elicitation/create",
    "roots/list",
    "x/y",
  ])("%s is no method without a handler", async (method) => {
    const { error } = await ask(method, form, {});
    expect(error).toMatchObject({ code: -32601 });
  });

  it("for a form is answered with the form's defaults filled in", async () => {
    const { result } = await ask("elicitation/create", form, {
      onElicit: () => ({ action: "accept", content: { t: "q", e: undefined } }),
    });
    expect(result).toEqual({
      action: "accept",
      content: { n: 3, e: "b", m: ["x"], t: "q" },
    });
  });

  it.each(["decline", "cancel"])(
    "is filled in with nothing at %s",
    async (action) => {
      const { result } = await ask("elicitation/create", form, {
        onElicit: () => ({ action }),
      });
      expect(result).toEqual({ action });
    },
  );

  it("of a mode that has no handler is refused", async () => {
    const { error } = await ask(
      "elicitation/create",
      { mode: "url", url: "https://example.com", message: "m" },
      { onElicit: () => ({ action: "cancel" }) },
    );
    expect(error).toMatchObject({ code: -32602 });
  });

  it("for a message or the roots is answered by the handlers", async () => {
    const message = {
      role: "assistant",
      content: { type: "text", text: "hi" },
      model: "m",
    };
    const sampled = await ask(
      "sampling/createMessage",
      { messages: [], maxTokens: 1 },
      {
        onSample: async () => message,
      },
    );
    expect(sampled.result).toEqual(message);
    const answered = await ask(
      "sampling/createMessage",
      { messages: [], maxTokens: 1 },
      { onSample: { answer: () => message } },
    );
    expect(answered.result).toEqual(message);
    const roots = [{ uri: "file:///a" }];
    expect((await ask("roots/list", {}, { roots })).result).toEqual({ roots });
    expect(
      (await ask("roots/list", {}, { roots: async () => roots })).result,
    ).toEqual({ roots });
  });

  it("gets the handler's own error, but nothing of an accident", async () => {
    const refused = await ask(
      "sampling/createMessage",
      {},
      {
        onSample: () => {
          throw new ProtocolError(-1, "User rejected sampling request");
        },
      },
    );
    expect(refused.error).toEqual({
      code: -1,
      message: "User rejected sampling request",
    });
    const warnings: string[] = [];
    const failed = await ask(
      "sampling/createMessage",
      {},
      {
        onWarning: (text) => void warnings.push(text),
        onSample: () => {
          throw new Error("secret");
        },
      },
    );
    expect(failed.error).toMatchObject({ code: -32603 });
    expect(failed.error!.message).not.toContain("secret");
    expect(warnings.join()).toContain("secret");
  });

  it("that the server cancels is not answered", async () => {
    let aborted: () => void;
    const stopped = new Promise<void>((resolve) => (aborted = resolve));
    const { transport } = await connected(() => undefined, {
      versions: ["2025-11-25"],
      onSample: (_params, { signal }) =>
        new Promise((resolve) =>
          signal.addEventListener("abort", () => {
            aborted();
            resolve({});
          }),
        ),
    });
    transport.peer.receiver.message({
      jsonrpc: "2.0",
      id: 7,
      method: "sampling/createMessage",
      params: {},
    });
    transport.peer.notify("notifications/cancelled", { requestId: 7 });
    await stopped;
    transport.peer.receiver.message({ jsonrpc: "2.0", id: 8, method: "ping" });
    await transport.sending(({ id }) => id === 8);
    expect(transport.sent.some(({ id }) => id === 7)).toBe(false);
  });
});

describe("capabilities", () => {
  const elicit = () => ({ action: "cancel" });
  it.each<[string, ConnectOptions, object]>([
    ["2024-11-05", { onElicit: elicit, onSample: elicit }, { sampling: {} }],
    [
      "2025-06-18",
      { onSample: { answer: elicit, tools: true } },
      { sampling: {} },
    ],
    [
      "2025-11-25",
      { onSample: { answer: elicit, tools: true } },
      { sampling: { tools: {} } },
    ],
    [
      "2026-07-28",
      { onSample: { answer: elicit, tools: true, context: true } },
      { sampling: { context: {}, tools: {} } },
    ],
    ["2025-06-18", { onElicit: elicit }, { elicitation: {} }],
    ["2025-06-18", { onElicit: { url: elicit } }, {}],
    ["2025-11-25", { onElicit: elicit }, { elicitation: {} }],
    [
      "2025-11-25",
      { onElicit: { form: elicit, url: elicit } },
      { elicitation: { form: {}, url: {} } },
    ],
    ["2025-11-25", { onElicit: { url: elicit } }, { elicitation: { url: {} } }],
    ["2025-11-25", { roots: [] }, { roots: {} }],
    ["2026-07-28", {}, {}],
  ])("on %s with %j", async (version, options, expected) => {
    const { transport } = await connected(() => undefined, {
      versions: [version],
      ...options,
    });
    const params = transport.sent[0]!.params! as {
      capabilities?: object;
      _meta?: { [key: string]: object };
    };
    expect(
      params.capabilities ??
        params._meta!["io.modelcontextprotocol/clientCapabilities"],
    ).toEqual(expected);
  });
});

describe("a result that requires input", () => {
  const asking = (result: object): Script => {
    let rounds = 0;
    return ({ id }, peer) =>
      peer.result(
        id,
        rounds++ === 0 ? { resultType: "input_required", ...result } : done,
      );
  };

  it("is answered by the same handlers, and the request sent again under a new id", async () => {
    const requestState = ' {"opaque":"ü"}\n';
    const { client, transport } = await connected(
      asking({
        inputRequests: {
          name: { method: "elicitation/create", params: form },
          model: { method: "sampling/createMessage", params: {} },
          where: { method: "roots/list" },
        },
        requestState,
      }),
      {
        onElicit: () => ({ action: "accept", content: { t: "q" } }),
        onSample: () => ({ role: "assistant" }),
        roots: [{ uri: "file:///a" }],
      },
    );
    await call(client, weather, input);
    const [, first, second] = transport.sent;
    expect(second!.id).toBe(3);
    expect(second!.params).toEqual({
      ...first!.params,
      inputResponses: {
        name: { action: "accept", content: { n: 3, e: "b", m: ["x"], t: "q" } },
        model: { role: "assistant" },
        where: { roots: [{ uri: "file:///a" }] },
      },
      requestState,
    });
  });

  it("without a state sends none, and without requests no answers", async () => {
    const first = await connected(
      asking({ inputRequests: { a: { method: "roots/list" } } }),
      { roots: [] },
    );
    await call(first.client, weather, input);
    expect(first.transport.sent[2]!.params).not.toHaveProperty("requestState");
    const second = await connected(asking({ requestState: "" }), {});
    await call(second.client, weather, input);
    expect(second.transport.sent[2]!.params).toMatchObject({
      requestState: "",
    });
    expect(second.transport.sent[2]!.params).not.toHaveProperty(
      "inputResponses",
    );
  });

  it("carries only what the last round brought", async () => {
    let rounds = 0;
    const { client, transport } = await connected(
      ({ id }, peer) => {
        const asks = { method: "roots/list" };
        const results = [
          {
            resultType: "input_required",
            inputRequests: { a: asks },
            requestState: "1",
          },
          { resultType: "input_required", inputRequests: { b: asks } },
          done,
        ];
        peer.result(id, results[rounds++]!);
      },
      { roots: [] },
    );
    await call(client, weather, input);
    expect(transport.sent[3]!.params).toMatchObject({
      inputResponses: { b: { roots: [] } },
    });
    expect(transport.sent[3]!.params).not.toHaveProperty("requestState");
    expect(transport.sent[3]!.params).not.toHaveProperty("inputResponses.a");
  });

  it("ends after ten rounds, and says what was asked", async () => {
    const { client, transport } = await connected(
      ({ id }, peer) =>
        peer.result(id, {
          resultType: "input_required",
          inputRequests: { a: { method: "roots/list" } },
        }),
      { roots: [] },
    );
    await expect(call(client, weather, input)).rejects.toMatchObject({
      reason: "protocol",
      message:
        "tools/call wanted input more than 10 times; perhaps it refuses the answers to a",
    });
    expect(
      transport.methods().filter((method) => method === "tools/call"),
    ).toHaveLength(11);
  });

  it.each([
    [{}],
    [{ inputRequests: { a: { method: "sampling/createMessage" } } }],
    [{ inputRequests: { a: 12345 } }],
  ])("is an error when it makes no sense here: %j", async (result) => {
    const { client } = await connected(asking(result), { roots: [] });
    await expect(call(client, weather, input)).rejects.toMatchObject({
      reason: "protocol",
    });
  });

  it("is an error on a method that has none", async () => {
    const { client } = await connected(asking({ requestState: "s" }), {});
    const first = client.listTools()[Symbol.asyncIterator]().next();
    await expect(first).rejects.toMatchObject({ reason: "protocol" });
  });

  it("tells the handler when the call is aborted meanwhile", async () => {
    const controller = new AbortController();
    let seen = false;
    const { client, transport } = await connected(
      asking({ inputRequests: { a: { method: "sampling/createMessage" } } }),
      {
        onSample: (_params, { signal }) =>
          new Promise(() => {
            signal.addEventListener("abort", () => (seen = true));
            controller.abort();
          }),
      },
    );
    await expect(
      call(client, weather, input, { signal: controller.signal }),
    ).rejects.toMatchObject({ reason: "aborted" });
    expect(seen).toBe(true);
    expect(transport.methods()).not.toContain("notifications/cancelled");
  });
});
