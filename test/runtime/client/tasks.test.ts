import { describe, expect, it, vi } from "vitest";
import { core } from "../../../src/runtime/client-core.js";
import { call as callTool } from "../../../src/runtime/client.js";
import { connect } from "../../support/whole-client.js";
import type { ConnectOptions } from "../../../src/runtime/client.js";
import {
  task,
  taskCalls,
  type TaskHandle,
} from "../../../src/runtime/client-task-calls.js";
import { clientTasks } from "../../../src/runtime/client-tasks.js";
import type { Tool } from "../../../src/runtime/descriptor.js";
import { ConnectionError, ToolError } from "../../../src/runtime/errors.js";
import { linked } from "../../../src/runtime/linked.js";
import type { Server } from "../../../src/runtime/server.js";
import type { RuntimeContext } from "../../../src/runtime/context.js";
import type {
  ElicitContext,
  StepContext,
} from "../../../src/runtime/server-asking.js";
import {
  memoryTasks,
  type TaskOptions,
} from "../../../src/runtime/server-task-store.js";
import type { TaskContext } from "../../../src/runtime/server-tasking.js";
import { tasks } from "../../../src/runtime/server-tasks.js";
import {
  type Script,
  ScriptedTransport,
  server as script,
} from "../scripted-transport.js";
import { contract, makeServer } from "../server/fixture.js";
import { features as core3 } from "./features.js";

const features = { ...core3, tasks: clientTasks };

type Context = RuntimeContext & ElicitContext & StepContext & TaskContext;

type Act = (context: Context) => string | Promise<string>;

const act: Tool<{ what: string }, { readonly text: string }> = {
  kind: "tool",
  name: "act",
  input: () => true,
};

const what = { what: "" };

/** A real server whose one tool does this. */
function serve(handler: Act, options: TaskOptions = {}): Server {
  const tools = (contract.tools ?? []).map((row) =>
    row.tool.name === "act" ? { ...row, task: "optional" as const } : row,
  );
  return makeServer(
    {
      tools: {
        act: (_input, context) => handler(context as unknown as Context),
      },
      tasks: { pollIntervalMs: 10, ...options },
    },
    { tasks, tools },
  );
}

const open = (server: Server, options: ConnectOptions = {}) =>
  connect(linked(server), { ...options, features });

const form = {
  message: "Who?",
  requestedSchema: {
    type: "object",
    properties: { name: { type: "string" } },
    required: ["name"],
  },
} as const;

const greet: Act = async (context) => {
  const first = await context.elicit("first", form);
  const second = await context.elicit("second", form);
  return JSON.stringify([first, second]);
};

const accept = (name: string) =>
  ({ action: "accept", content: { name } }) as const;

async function states(handle: TaskHandle<unknown>): Promise<unknown[]> {
  const seen: unknown[] = [];
  for await (const { status, statusMessage } of handle.updates())
    seen.push(statusMessage ?? status);
  return seen;
}

describe("a typed call that becomes a task", () => {
  it("resolves to its final output", async () => {
    const client = await open(serve(async () => "done"));
    expect((await callTool(client, act, what)).text).toBe("done");
    const params = { name: "act", arguments: what };
    const whole = await client[core].request("tools/call", params, {});
    expect(whole).toMatchObject({ content: [{ text: "done" }] });
    await client.close();
  });

  it("declares the extension where the version has it, and the feature is in", async () => {
    const seen: unknown[] = [];
    const server = makeServer({
      tools: {
        act: (_input, { client }) => {
          seen.push(client.capabilities["extensions"]);
          return "";
        },
      },
    });
    for (const more of [{}, { versions: ["2025-11-25"] }])
      await callTool(await open(server, more), act, what);
    await callTool(
      await connect(linked(server), { features: core3 }),
      act,
      what,
    );
    expect(seen).toEqual([
      { "io.modelcontextprotocol/tasks": {} },
      undefined,
      undefined,
    ]);
  });

  it("rejects as the call would have", async () => {
    const client = await open(
      serve(() => {
        throw new ToolError("no luck");
      }),
    );
    await expect(callTool(client, act, what)).rejects.toThrow("no luck");
    await client.close();
  });

  it("answers each question of the task once", async () => {
    const onElicit = vi.fn(async () => {
      await new Promise((resolve) => setTimeout(resolve, 30));
      return accept(`N${onElicit.mock.calls.length}`);
    });
    const client = await open(serve(greet), { onElicit });
    const { text } = await callTool(client, act, what);
    expect(JSON.parse(text)).toEqual([accept("N1"), accept("N2")]);
    expect(onElicit).toHaveBeenCalledTimes(2);
    await client.close();
  });

  it("rejects, and cancels the task, where a question cannot be answered", async () => {
    const store = memoryTasks();
    const put = vi.spyOn(store, "put");
    const client = await open(serve(greet, { store }), {
      onElicit: () => {
        throw new Error("nobody is here");
      },
    });
    await expect(callTool(client, act, what)).rejects.toMatchObject({
      name: "ConnectionError",
      message: "What the task asked for could not be answered",
    });
    await vi.waitFor(() =>
      expect(put.mock.lastCall?.[0].status).toBe("cancelled"),
    );
    await client.close();
  });

  it("cancels the task, and takes its question back, when it is aborted", async () => {
    const store = memoryTasks();
    const put = vi.spyOn(store, "put");
    const controller = new AbortController();
    const { signal } = controller;
    const takenBack = vi.fn();
    const client = await open(serve(greet, { store }), {
      onElicit: (_params, context) => {
        context.signal.addEventListener("abort", takenBack);
        controller.abort();
        return new Promise(() => undefined);
      },
    });
    await expect(callTool(client, act, what, { signal })).rejects.toMatchObject(
      { reason: "aborted" },
    );
    await vi.waitFor(() =>
      expect(put.mock.lastCall?.[0].status).toBe("cancelled"),
    );
    await vi.waitFor(() => expect(takenBack).toHaveBeenCalledTimes(1));
    await client.close();
  });

  it("ends when the client is closed, and the task lives on", async () => {
    const store = memoryTasks();
    const put = vi.spyOn(store, "put");
    const warnings: string[] = [];
    const client = await open(serve(greet, { store }), {
      onElicit: () => {
        void client.close();
        return new Promise(() => undefined);
      },
      onWarning: (text) => warnings.push(text),
    });
    await expect(callTool(client, act, what)).rejects.toMatchObject({
      reason: "closed",
    });
    expect(put.mock.lastCall?.[0].status).toBe("input_required");
    expect(warnings).toEqual([]);
  });
});

describe("a handle", () => {
  it("tells how the task is, and gives its result", async () => {
    let end = (): void => undefined;
    const wait = new Promise<void>((resolve) => (end = resolve));
    const client = await open(
      serve((context) =>
        context.task(async ({ status }) => {
          status("half");
          await wait;
          return "done";
        }),
      ),
    );
    const handle = await task(client, act, what);
    expect(handle.id).toMatch(/^[\w-]{36}$/);
    expect(handle.status).toBe("working");
    const seen = states(handle);
    await vi.waitFor(() => expect(handle.statusMessage).toBe("half"));
    end();
    expect((await handle.result()).text).toBe("done");
    expect(handle.status).toBe("completed");
    const told = await seen;
    expect(told[0]).toBe("working");
    expect(told).toContain("half");
    // Later lookers hear of the end at once.
    expect(await states(handle)).toHaveLength(1);
    await client.close();
  });

  it("answers what the task asks, however many wait for it", async () => {
    const onElicit = vi.fn(() => accept("Ada"));
    const client = await open(serve(greet), { onElicit });
    const handle = await task(client, act, what);
    const [seen, first, second] = await Promise.all([
      states(handle),
      handle.result(),
      handle.result(),
    ]);
    expect(seen.at(-1)).toBe("completed");
    expect(first).toEqual(second);
    expect(onElicit).toHaveBeenCalledTimes(2);
    await client.close();
  });

  it("is done where the server answered at once", async () => {
    const server = makeServer({ tools: { act: () => "at once" } });
    const client = await open(server);
    const handle = await task(client, act, what);
    expect([handle.id, handle.status]).toEqual([undefined, "completed"]);
    expect((await handle.result()).text).toBe("at once");
    expect(await states(handle)).toEqual(["completed"]);
    await handle.cancel();
    await client.close();
  });

  it("can be taken up again by its id, by another client of another server", async () => {
    const store = memoryTasks();
    const first = await open(serve(greet, { store }), {
      onElicit: () => new Promise(() => undefined),
    });
    const { id } = await task(first, act, what);
    await first.close();
    const second = await open(serve(greet, { store }), {
      onElicit: () => accept("Ada"),
    });
    const handle = taskCalls(second[core], act).resume(String(id));
    expect(JSON.parse((await handle.result()).text)).toEqual([
      accept("Ada"),
      accept("Ada"),
    ]);
    const unknown = taskCalls(second[core], act).resume("unknown");
    await expect(unknown.result()).rejects.toMatchObject({ code: -32602 });
    await second.close();
  });

  it("stops looking, and leaves the task alone, when its signal is aborted", async () => {
    const store = memoryTasks();
    const client = await open(serve(greet, { store }), {
      onElicit: () => new Promise(() => undefined),
    });
    const controller = new AbortController();
    const handle = await task(client, act, what, { signal: controller.signal });
    const result = handle.result();
    controller.abort();
    await expect(result).rejects.toMatchObject({ reason: "aborted" });
    expect((await store.get(String(handle.id)))?.status).not.toBe("cancelled");
    await client.close();
  });
});

describe("a server of another make", () => {
  const taskId = "t-1";
  const at = "2026-11-30T10:00:00Z";
  const state = (more: object) => ({
    taskId,
    createdAt: at,
    lastUpdatedAt: at,
    ttlMs: null,
    pollIntervalMs: 0,
    ...more,
  });

  function peer(looks: readonly object[]): {
    readonly transport: ScriptedTransport;
    readonly answers: Script;
  } {
    const left = [...looks];
    const answers = script(({ id, method }, { result }) => {
      if (method === "tools/call")
        result(id, { resultType: "task", ...state({ status: "working" }) });
      else if (method === "tasks/get")
        result(id, { resultType: "complete", ...state(left.shift() ?? {}) });
      else result(id, { resultType: "complete" });
    });
    return { transport: new ScriptedTransport(answers), answers };
  }

  const asks = (...keys: string[]) => ({
    status: "input_required",
    inputRequests: Object.fromEntries(
      keys.map((key) => [key, { method: "elicitation/create", params: form }]),
    ),
  });

  const done = { status: "completed", result: { content: [] } };

  it("may show a question again that was answered, and add others", async () => {
    const onElicit = vi.fn(() => accept("Ada"));
    const { transport } = peer([
      asks("a"),
      asks("a"),
      asks("a", "b"),
      { status: "working" },
      done,
    ]);
    const client = await connect(transport, { features, onElicit });
    expect((await callTool(client, act, what)).text).toBe("");
    expect(onElicit).toHaveBeenCalledTimes(2);
    const updates = transport.sent.filter(
      ({ method }) => method === "tasks/update",
    );
    expect(updates.map(({ params }) => params?.["inputResponses"])).toEqual([
      { a: accept("Ada") },
      { b: accept("Ada") },
    ]);
    expect(transport.methods()).not.toContain("tasks/cancel");
  });

  it("may fail or cancel the task, which rejects the call", async () => {
    const error = { code: -32050, message: "Rate limit", data: 5 };
    const failed = peer([{ status: "failed", error }]).transport;
    const client = await connect(failed, { features });
    await expect(callTool(client, act, what)).rejects.toMatchObject({
      name: "ProtocolError",
      ...error,
    });
    const cancelled = peer([{ status: "cancelled" }]).transport;
    const other = await connect(cancelled, { features });
    await expect(callTool(other, act, what)).rejects.toMatchObject({
      reason: "aborted",
    });
    expect(cancelled.methods()).not.toContain("tasks/cancel");
  });

  it.each([
    { status: "completed" },
    { status: "completed", result: null },
    { status: "failed" },
    { status: "perhaps" },
    { status: "working", taskId: 5 },
  ])("is told from one that talks nonsense: %j", async (nonsense) => {
    const { transport } = peer([nonsense]);
    const client = await connect(transport, { features });
    await expect(callTool(client, act, what)).rejects.toMatchObject({
      reason: "protocol",
    });
  });

  it("must not answer other requests with a task", async () => {
    const transport = new ScriptedTransport(
      script(({ id }, { result }) =>
        result(id, { resultType: "task", ...state({ status: "working" }) }),
      ),
    );
    const client = await connect(transport, { features });
    await expect(client.readResource("a://b")).rejects.toMatchObject({
      reason: "protocol",
    });
    const without = await connect(
      new ScriptedTransport(
        script(({ id }, { result }) =>
          result(id, { resultType: "task", ...state({ status: "working" }) }),
        ),
      ),
      { features: core3 },
    );
    await expect(callTool(without, act, what)).rejects.toBeInstanceOf(
      ConnectionError,
    );
  });
});
