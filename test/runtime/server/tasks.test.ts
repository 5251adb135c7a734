import { describe, expect, it, vi } from "vitest";
import type { RuntimeContext } from "../../../src/runtime/context.js";
import { ProtocolError, ToolError } from "../../../src/runtime/errors.js";
import type { Server } from "../../../src/runtime/server.js";
import type {
  ElicitContext,
  StepContext,
} from "../../../src/runtime/server-asking.js";
import {
  memoryTasks,
  type TaskOptions,
  type TaskStore,
} from "../../../src/runtime/server-task-store.js";
import type { TaskContext } from "../../../src/runtime/server-tasking.js";
import { tasks } from "../../../src/runtime/server-tasks.js";
import {
  connectRaw,
  contract,
  makeServer,
  type Message,
  modern,
  newestLegacy,
  open,
  type Raw,
} from "./fixture.js";

type Context = RuntimeContext & ElicitContext & StepContext & TaskContext;

type Act = (context: Context) => string | Promise<string>;

const extension = "io.modelcontextprotocol/tasks";

const everything = { elicitation: {}, extensions: { [extension]: {} } };

type More = {
  readonly task?: "optional" | "required";
  readonly tasks?: TaskOptions;
  readonly warnings?: string[];
  readonly [option: string]: unknown;
};

function serve(act: Act, { task, ...more }: More = {}): Server {
  const tools = (contract.tools ?? []).map((row) =>
    row.tool.name === "act" && task !== undefined ? { ...row, task } : row,
  );
  return makeServer(
    {
      tools: { act: (_input, context) => act(context as unknown as Context) },
      ...more,
    },
    { tasks, tools },
  );
}

/** A request of a client that takes tasks, unless it says otherwise. */
async function ask(
  raw: Raw,
  method: string,
  params: object,
  capabilities: object = everything,
  more: object = {},
): Promise<Message> {
  const meta = { "io.modelcontextprotocol/clientCapabilities": capabilities };
  const answer = await raw.ask(method, modern(params, { ...meta, ...more }));
  return (answer["result"] ?? answer["error"]) as Message;
}

const call = (
  raw: Raw,
  more: object = {},
  capabilities?: object,
  meta?: object,
) =>
  ask(
    raw,
    "tools/call",
    { name: "act", arguments: { what: "" }, ...more },
    capabilities,
    meta,
  );

const get = (raw: Raw, { taskId }: Message, capabilities?: object) =>
  ask(raw, "tasks/get", { taskId }, capabilities);

const update = (raw: Raw, { taskId }: Message, inputResponses: unknown) =>
  ask(raw, "tasks/update", { taskId, inputResponses });

const cancel = (raw: Raw, { taskId }: Message) =>
  ask(raw, "tasks/cancel", { taskId });

/** The task once it is as it should be, however often it has to be looked at. */
async function until(
  raw: Raw,
  task: Message,
  ...statuses: string[]
): Promise<Message> {
  for (;;) {
    const now = await get(raw, task);
    if (statuses.includes(String(now["status"]))) return now;
    if (now["status"] === undefined) throw new Error(JSON.stringify(now));
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** A promise that the test settles. */
function gate(): { readonly wait: Promise<void>; readonly open: () => void } {
  let open = (): void => undefined;
  const wait = new Promise<void>((resolve) => (open = resolve));
  return { wait, open: () => open() };
}

const text = (result: unknown) =>
  (result as { content: [{ text: string }] }).content[0].text;

const nameForm = {
  message: "Who?",
  requestedSchema: {
    type: "object",
    properties: { name: { type: "string", minLength: 2 } },
    required: ["name"],
  },
} as const;

const accept = (name: string) => ({ action: "accept", content: { name } });

const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const greet: Act = async (context) => {
  const answer = await context.elicit("who", nameForm);
  return answer.action === "accept"
    ? `Hello, ${answer.content.name}`
    : answer.action;
};

describe("a call that becomes a task", () => {
  it("declares the extension in discover alone, and only on versions that leave tasks to one", async () => {
    const raw = connectRaw(serve(() => ""));
    const { capabilities } = await ask(raw, "server/discover", {});
    expect(capabilities).toMatchObject({ extensions: { [extension]: {} } });
    expect(capabilities).not.toHaveProperty("tasks");
    const hello = await open(raw, newestLegacy);
    expect(JSON.stringify(hello)).not.toContain("tasks");
    const without = connectRaw(makeServer());
    const discovered = await ask(without, "server/discover", {});
    expect(discovered["capabilities"]).not.toHaveProperty("extensions");
    expect(await get(without, { taskId: "x" })).toMatchObject({ code: -32601 });
  });

  it("is answered flat, is there at once, and ends with the call's result", async () => {
    const { wait, open: end } = gate();
    const raw = connectRaw(
      serve(async (context) =>
        context.task(async () => {
          await wait;
          return "done";
        }),
      ),
    );
    const created = await call(raw);
    expect(created).toEqual({
      resultType: "task",
      taskId: expect.stringMatching(/^[\w-]{36}$/) as string,
      status: "working",
      createdAt: expect.stringMatching(time) as string,
      lastUpdatedAt: expect.stringMatching(time) as string,
      ttlMs: 3_600_000,
      pollIntervalMs: 1000,
      _meta: created["_meta"],
    });
    const { resultType: _, ...task } = created;
    expect(await get(raw, created)).toEqual({
      resultType: "complete",
      ...task,
    });
    end();
    const done = await until(raw, created, "completed");
    expect(done).toMatchObject({ resultType: "complete", status: "completed" });
    expect(done["result"]).toMatchObject({
      resultType: "complete",
      content: [{ type: "text", text: "done" }],
    });
    expect(await get(raw, created)).toEqual(done);
  });

  it.each(["optional", "required"] as const)(
    "is a task as a whole where the manifest says %s",
    async (task) => {
      const raw = connectRaw(serve(() => "at once", { task }));
      const created = await call(raw);
      expect(created["resultType"]).toBe("task");
      const done = await until(raw, created, "completed");
      expect(text(done["result"])).toBe("at once");
    },
  );

  it("is none for a client that did not declare it with this request", async () => {
    const act: Act = (context) =>
      context.task(({ id, signal, status }) => {
        status("heard by nobody");
        return `${String(id)} ${String(signal.aborted)}`;
      });
    for (const task of [{}, { task: "optional" }] as const) {
      const raw = connectRaw(serve(act, task));
      expect(await call(raw, {}, {})).toMatchObject({
        resultType: "complete",
        content: [{ text: "undefined false" }],
      });
      expect(await call(raw)).toMatchObject({ resultType: "task" });
    }
  });

  it("is refused to a client without tasks where the tool requires one", async () => {
    const act = vi.fn(() => "done");
    const raw = connectRaw(serve(act, { task: "required" }));
    expect(await call(raw, {}, { elicitation: {} })).toMatchObject({
      code: -32021,
      data: { requiredCapabilities: { extensions: { [extension]: {} } } },
    });
    await open(raw, newestLegacy);
    const old = await raw.ask("tools/call", {
      name: "act",
      arguments: { what: "" },
    });
    expect(old["result"]).toMatchObject({ isError: true });
    expect(text(old["result"])).toContain(extension);
    expect(act).not.toHaveBeenCalled();
  });

  it("serves a legacy client that asks for an experimental task as if it had not", async () => {
    const raw = connectRaw(serve(() => "done", { task: "optional" }));
    await open(raw, newestLegacy, { tasks: { requests: {} } });
    const answer = await raw.ask("tools/call", {
      name: "act",
      arguments: { what: "" },
      task: { ttl: 1000 },
    });
    expect(answer["result"]).toEqual({
      content: [{ type: "text", text: "done" }],
    });
  });

  it("shows no support for experimental tasks in lists", async () => {
    const row = contract.tools![0]!;
    const withTasks = (execution: object) => ({
      ...row,
      entry: { ...row.entry, execution },
    });
    for (const [given, expected] of [
      [{ taskSupport: "required" }, undefined],
      [{ taskSupport: "optional", other: 1 }, { other: 1 }],
      [{ other: 1 }, { other: 1 }],
    ] as const) {
      const raw = connectRaw(makeServer({}, { tools: [withTasks(given)] }));
      await open(raw, newestLegacy);
      const { result } = await raw.ask("tools/list");
      const [{ execution }] = (result as { tools: [Message] }).tools;
      expect(execution).toEqual(expected);
    }
  });

  it("ignores the parameter of the experimental tasks", async () => {
    const raw = connectRaw(serve(() => "done"));
    expect(await call(raw, { task: { ttl: 1 } })).toMatchObject({
      resultType: "complete",
      content: [{ text: "done" }],
    });
  });

  it("completes with isError for errors of the tool, and fails for errors of the protocol", async () => {
    const warnings: string[] = [];
    const ends: readonly [() => never, object][] = [
      [
        () => {
          throw new ToolError("no luck");
        },
        {
          status: "completed",
          result: { isError: true, content: [{ text: "no luck" }] },
        },
      ],
      [
        () => {
          throw new TypeError("secret");
        },
        {
          status: "completed",
          result: { isError: true, content: [{ text: "act failed" }] },
        },
      ],
      [
        () => {
          throw new ProtocolError(-32050, "Rate limit", { in: 5 });
        },
        {
          status: "failed",
          statusMessage: "Rate limit",
          error: { code: -32050, message: "Rate limit", data: { in: 5 } },
        },
      ],
    ];
    for (const [end, expected] of ends) {
      for (const task of [{}, { task: "optional" }] as const) {
        const raw = connectRaw(
          serve(
            (context) =>
              context.task(async () => {
                await Promise.resolve();
                return end();
              }),
            { ...task, warnings },
          ),
        );
        const over = await until(raw, await call(raw), "completed", "failed");
        expect(over).toMatchObject(expected);
        expect(over).not.toHaveProperty(
          over["status"] === "failed" ? "result" : "error",
        );
      }
    }
    expect(warnings).toHaveLength(2);
    expect(warnings[0]).toMatch(/^act failed as task /);
  });

  it("shows what the handler says of it, and neither progress nor logs", async () => {
    const { wait, open: end } = gate();
    const raw = connectRaw(
      serve((context) =>
        context.task(async ({ status }) => {
          for (const part of ["one", "two", "three"]) status(`part ${part}`);
          context.progress(1);
          context.log("error", "something");
          await wait;
          return "done";
        }),
      ),
    );
    const created = await call(raw, {}, everything, {
      progressToken: 1,
      "io.modelcontextprotocol/logLevel": "debug",
    });
    await vi.waitFor(async () =>
      expect(await get(raw, created)).toMatchObject({
        status: "working",
        statusMessage: "part three",
      }),
    );
    end();
    await until(raw, created, "completed");
    expect(raw.waiting).toEqual([]);
  });
});

describe("the methods of tasks", () => {
  it("know no task but the client's own", async () => {
    const raw = connectRaw(serve(() => "done", { task: "optional" }));
    for (const taskId of ["unknown", "", "__proto__", 5, undefined, null]) {
      expect(await ask(raw, "tasks/get", { taskId })).toMatchObject({
        code: -32602,
      });
    }
    expect(await update(raw, { taskId: "unknown" }, {})).toMatchObject({
      code: -32602,
    });
    expect(await cancel(raw, { taskId: "unknown" })).toMatchObject({
      code: -32602,
    });
  });

  it("want the capability with each request", async () => {
    const raw = connectRaw(serve(() => "done", { task: "optional" }));
    const { taskId } = await call(raw);
    for (const method of ["tasks/get", "tasks/update", "tasks/cancel"]) {
      expect(
        await ask(raw, method, { taskId, inputResponses: {} }, {}),
      ).toMatchObject({
        code: -32021,
        data: { requiredCapabilities: { extensions: { [extension]: {} } } },
      });
    }
  });

  it.each(["tasks/result", "tasks/list", "tasks/other"])(
    "do not include %s",
    async (method) => {
      const raw = connectRaw(serve(() => ""));
      expect(await ask(raw, method, { taskId: "x" })).toMatchObject({
        code: -32601,
      });
    },
  );

  it("cancel a task, which hears of it, as often as they are asked", async () => {
    const aborted = vi.fn();
    const started = gate();
    const warnings: string[] = [];
    const raw = connectRaw(
      serve(
        (context) =>
          context.task(async ({ signal }) => {
            expect(context.signal).toBe(signal);
            started.open();
            await new Promise((resolve) =>
              signal.addEventListener("abort", resolve),
            );
            aborted();
            throw signal.reason;
          }),
        { warnings },
      ),
    );
    const created = await call(raw);
    await started.wait;
    const ack = await cancel(raw, created);
    expect(ack).toEqual({ resultType: "complete", _meta: ack["_meta"] });
    expect(await get(raw, created)).toMatchObject({ status: "cancelled" });
    expect(await cancel(raw, created)).toEqual(ack);
    await vi.waitFor(() => expect(aborted).toHaveBeenCalledTimes(1));
    expect(await get(raw, created)).toMatchObject({ status: "cancelled" });
    expect(warnings).toEqual([]);
  });

  it("leave a task as it is that is over", async () => {
    const raw = connectRaw(serve(() => "done", { task: "optional" }));
    const created = await call(raw);
    const done = await until(raw, created, "completed");
    expect(await cancel(raw, created)).toMatchObject({
      resultType: "complete",
    });
    expect(await get(raw, created)).toEqual(done);
  });
});

describe("a task that asks", () => {
  it("waits, is answered part by part, and runs again with all answers", async () => {
    const runs = vi.fn();
    const charge = vi.fn(() => 7);
    const raw = connectRaw(
      serve(
        async (context) => {
          runs();
          const charged = await context.step("charge", charge);
          const [first, second] = await Promise.all([
            context.elicit("first", nameForm),
            context.elicit("second", nameForm),
          ]);
          return JSON.stringify([charged, first, second]);
        },
        { task: "optional" },
      ),
    );
    const created = await call(raw);
    const asked = await until(raw, created, "input_required");
    expect(asked["inputRequests"]).toMatchObject({
      first: { method: "elicitation/create", params: nameForm },
      second: { method: "elicitation/create", params: nameForm },
    });
    expect(asked).not.toHaveProperty("requestState");
    const ack = await update(raw, created, {
      second: accept("Bo"),
      other: { action: "accept" },
    });
    expect(ack).toEqual({ resultType: "complete", _meta: ack["_meta"] });
    const still = await get(raw, created);
    expect(still["status"]).toBe("input_required");
    expect(Object.keys(still["inputRequests"] as object)).toEqual(["first"]);
    // What is answered stays answered.
    await update(raw, created, { second: accept("Another") });
    expect(runs).toHaveBeenCalledTimes(1);
    await update(raw, created, { first: accept("Al") });
    const done = await until(raw, created, "completed");
    expect(JSON.parse(text(done["result"]))).toEqual([
      7,
      accept("Al"),
      accept("Bo"),
    ]);
    expect(runs).toHaveBeenCalledTimes(2);
    expect(charge).toHaveBeenCalledTimes(1);
    expect(await update(raw, created, { first: accept("Late") })).toEqual(ack);
  });

  it.each([12345, null, {}, accept("x"), { action: "perhaps" }])(
    "refuses the answer %j and goes on waiting",
    async (answer) => {
      const raw = connectRaw(serve(greet, { task: "optional" }));
      const created = await call(raw);
      const asked = await until(raw, created, "input_required");
      expect(await update(raw, created, { who: answer })).toMatchObject({
        code: -32602,
      });
      expect(await get(raw, created)).toEqual(asked);
      await update(raw, created, { who: accept("Ada") });
      const done = await until(raw, created, "completed");
      expect(text(done["result"])).toBe("Hello, Ada");
    },
  );

  it.each([undefined, null, [], "x"])(
    "refuses %j for its answers",
    async (responses) => {
      const raw = connectRaw(serve(greet, { task: "optional" }));
      const created = await call(raw);
      await until(raw, created, "input_required");
      expect(await update(raw, created, responses)).toMatchObject({
        code: -32602,
      });
    },
  );

  it("asks the call before it becomes a task, and nothing of that state leaks", async () => {
    const raw = connectRaw(
      serve(async (context) => {
        const who = await context.elicit("who", nameForm);
        const number = await context.step("number", () => 5);
        return context.task(async () => {
          const again = await context.elicit("again", nameForm);
          return JSON.stringify([who, number, again]);
        });
      }),
    );
    const first = await call(raw);
    expect(first).toMatchObject({
      resultType: "input_required",
      inputRequests: { who: {} },
    });
    expect(first).not.toHaveProperty("taskId");
    const created = await call(raw, {
      inputResponses: { who: accept("Ada") },
      requestState: first["requestState"],
    });
    expect(created).toMatchObject({ resultType: "task", status: "working" });
    expect(created).not.toHaveProperty("requestState");
    expect(created).not.toHaveProperty("inputRequests");
    const asked = await until(raw, created, "input_required");
    expect(Object.keys(asked["inputRequests"] as object)).toEqual(["again"]);
    await update(raw, created, { again: accept("Bo") });
    const done = await until(raw, created, "completed");
    expect(JSON.parse(text(done["result"]))).toEqual([
      accept("Ada"),
      5,
      accept("Bo"),
    ]);
  });

  it("does not begin while the call still waits for an answer", async () => {
    const begun = vi.fn();
    const raw = connectRaw(
      serve(async (context) => {
        const answer = context.elicit("who", nameForm);
        const work = await context.task(() => {
          begun();
          return "worked";
        });
        return `${work} ${(await answer).action}`;
      }),
    );
    const first = await call(raw);
    expect(first).toMatchObject({ resultType: "input_required" });
    expect(begun).not.toHaveBeenCalled();
    const created = await call(raw, {
      inputResponses: { who: { action: "decline" } },
      requestState: first["requestState"],
    });
    const done = await until(raw, created, "completed");
    expect(text(done["result"])).toBe("worked decline");
  });

  it("fails where a key comes to mean another question", async () => {
    const warnings: string[] = [];
    let run = 0;
    const raw = connectRaw(
      serve(
        async (context) => {
          const minLength = ++run * 3;
          const properties = { name: { type: "string", minLength } } as const;
          const answer = await context.elicit("who", {
            message: "Who?",
            requestedSchema: { type: "object", properties, required: ["name"] },
          });
          return answer.action;
        },
        { task: "optional", warnings },
      ),
    );
    const created = await call(raw);
    await until(raw, created, "input_required");
    await update(raw, created, { who: accept("Adam") });
    const failed = await until(raw, created, "failed");
    expect(failed["error"]).toMatchObject({ code: -32603 });
    expect(warnings).toHaveLength(1);
  });

  it("fails where the client could not be asked", async () => {
    const raw = connectRaw(serve(greet, { task: "optional" }));
    const created = await call(raw, {}, { extensions: { [extension]: {} } });
    expect(await until(raw, created, "failed")).toMatchObject({
      error: { code: -32021 },
    });
  });
});

describe("notifications/tasks", () => {
  const listenFor = (raw: Raw, taskIds: unknown, capabilities?: object) =>
    raw.ask(
      "subscriptions/listen",
      modern(
        { notifications: { taskIds } },
        {
          "io.modelcontextprotocol/clientCapabilities":
            capabilities ?? everything,
        },
      ),
      "listen",
    );

  const subscription = { "io.modelcontextprotocol/subscriptionId": "listen" };

  it("tell how each task is that was asked for, until it is over", async () => {
    const raw = connectRaw(serve(greet, { task: "optional" }));
    const created = await call(raw);
    await until(raw, created, "input_required");
    const { taskId } = created;
    expect(await listenFor(raw, [taskId, "unknown", taskId])).toMatchObject({
      method: "notifications/subscriptions/acknowledged",
      params: { _meta: subscription, notifications: { taskIds: [taskId] } },
    });
    expect(await raw.next()).toMatchObject({
      method: "notifications/tasks",
      params: {
        _meta: subscription,
        taskId,
        status: "input_required",
        inputRequests: { who: {} },
      },
    });
    await update(raw, created, { who: accept("Ada") });
    const told: unknown[] = [];
    for (;;) {
      const { method, params } = await raw.next();
      expect(method).toBe("notifications/tasks");
      const { status, result } = params as Message;
      told.push(status);
      if (status !== "completed") continue;
      expect(text(result)).toBe("Hello, Ada");
      break;
    }
    expect(new Set(told)).toEqual(new Set(["working", "completed"]));
  });

  it("never begin for who gave up while the tasks were looked up", async () => {
    const store = memoryTasks();
    let find!: (nothing: undefined) => void;
    const found = new Promise<undefined>((resolve) => (find = resolve));
    const server = serve(greet, {
      tasks: { store: { ...store, get: () => found } },
    });
    const raw = connectRaw(server);
    const notifications = { toolsListChanged: true, taskIds: ["x"] };
    const meta = { "io.modelcontextprotocol/clientCapabilities": everything };
    raw.send({
      jsonrpc: "2.0",
      id: "listen",
      method: "subscriptions/listen",
      params: modern({ notifications }, meta),
    });
    raw.send({
      jsonrpc: "2.0",
      method: "notifications/cancelled",
      params: { requestId: "listen" },
    });
    find(undefined);
    // Answered later than the subscription would have been.
    expect(await get(raw, { taskId: "x" })).toMatchObject({ code: -32602 });
    server.changed("tools");
    expect(raw.waiting).toEqual([]);
  });

  it("want the capability, and ids", async () => {
    const raw = connectRaw(serve(greet, { task: "optional" }));
    expect(await listenFor(raw, ["x"], {})).toMatchObject({
      error: { code: -32021 },
    });
    expect(await listenFor(raw, "x")).toMatchObject({
      error: { code: -32602 },
    });
  });
});

describe("the keeping of tasks", () => {
  it("ends when its time is over", async () => {
    const raw = connectRaw(
      serve(() => "done", { task: "optional", tasks: { ttlMs: 5000 } }),
    );
    const created = await call(raw);
    await until(raw, created, "completed");
    const now = Date.now();
    const clock = vi.spyOn(Date, "now").mockReturnValue(now + 6000);
    expect(await get(raw, created)).toMatchObject({ code: -32602 });
    clock.mockRestore();
    expect(await get(raw, created)).toMatchObject({ status: "completed" });
  });

  it("may last for ever", async () => {
    const raw = connectRaw(
      serve(() => "done", {
        task: "optional",
        tasks: { ttlMs: null, pollIntervalMs: 5 },
      }),
    );
    const created = await call(raw);
    expect(created).toMatchObject({ ttlMs: null, pollIntervalMs: 5 });
    await until(raw, created, "completed");
  });

  it("takes no more tasks than it should, running or kept", async () => {
    const { wait, open: end } = gate();
    const act: Act = async () => {
      await wait;
      return "done";
    };
    const some = connectRaw(
      serve(act, { task: "optional", tasks: { max: 2 } }),
    );
    const created = await call(some);
    await call(some);
    expect(await call(some)).toMatchObject({ code: -32603 });
    const warnings: string[] = [];
    const kept = connectRaw(
      serve(act, {
        task: "optional",
        tasks: { store: memoryTasks({ max: 1 }) },
        warnings,
      }),
    );
    await call(kept);
    expect(await call(kept)).toMatchObject({ code: -32603 });
    expect(warnings).toHaveLength(1);
    end();
    await until(some, created, "completed");
    expect(await call(some)).toMatchObject({ resultType: "task" });
  });

  it("is for the principal alone that made the task", async () => {
    const server = serve(greet, { task: "optional" });
    const ann = connectRaw(server, { auth: {}, principal: "ann" });
    const created = await call(ann);
    await until(ann, created, "input_required");
    for (const principal of ["bob", undefined]) {
      const other = connectRaw(server, { auth: {}, principal });
      const unknown = { code: -32602 };
      expect(await get(other, created)).toMatchObject(unknown);
      expect(await update(other, created, {})).toMatchObject(unknown);
      expect(await cancel(other, created)).toMatchObject(unknown);
    }
    const again = connectRaw(server, { auth: {}, principal: "ann" });
    await update(again, created, { who: accept("Ann") });
    const done = await until(ann, created, "completed");
    expect(text(done["result"])).toBe("Hello, Ann");
  });

  it("fails what was running when its process ended, and goes on with what was waiting", async () => {
    const store = memoryTasks();
    const options = { task: "optional", tasks: { store } } as const;
    // A process that ends without a word: nothing of it is ever heard again.
    const deaf: TaskStore = {
      get: (id) => store.get(id),
      put: (task) =>
        task.status === "working" && task.version > 1
          ? new Promise(() => undefined)
          : store.put(task),
    };
    const lost = connectRaw(
      serve(() => new Promise(() => undefined), {
        ...options,
        tasks: { store: deaf, aliveMs: 20 },
      }),
    );
    const working = await call(lost);
    const waiting = connectRaw(serve(greet, options));
    const asked = await call(waiting);
    await until(waiting, asked, "input_required");

    const later = connectRaw(serve(greet, options));
    const failed = await until(later, working, "failed");
    expect(failed["statusMessage"]).toContain("ended before the task did");
    expect(failed["error"]).toMatchObject({ code: -32603 });
    await update(later, asked, { who: accept("Ada") });
    const done = await until(later, asked, "completed");
    expect(text(done["result"])).toBe("Hello, Ada");
  });

  it("hears in one process what is cancelled in another", async () => {
    const store = memoryTasks();
    const aborted = gate();
    const options = {
      task: "optional",
      tasks: { store, aliveMs: 30 },
    } as const;
    const act: Act = ({ signal }) =>
      new Promise((resolve) => {
        signal.addEventListener("abort", () => {
          aborted.open();
          resolve("aborted");
        });
      });
    const here = connectRaw(serve(act, options));
    const there = connectRaw(serve(act, options));
    const created = await call(here);
    await cancel(there, created);
    await aborted.wait;
    expect(await get(here, created)).toMatchObject({ status: "cancelled" });
  });

  it("says so where the server closes before the task is done", async () => {
    const store = memoryTasks();
    const options = { task: "optional", tasks: { store } } as const;
    const server = serve(() => new Promise(() => undefined), {
      ...options,
      graceMs: 1,
    });
    const created = await call(connectRaw(server));
    await server.close();
    const other = connectRaw(serve(greet, options));
    expect(await get(other, created)).toMatchObject({
      status: "failed",
      statusMessage: "The server was shut down before the task was done",
    });
  });

  it("waits for tasks when the server closes", async () => {
    const store = memoryTasks();
    const { wait, open: end } = gate();
    const server = serve(
      async () => {
        await wait;
        return "done";
      },
      { task: "optional", tasks: { store } },
    );
    const { taskId } = await call(connectRaw(server));
    const closed = server.close();
    end();
    await closed;
    expect(await store.get(String(taskId))).toMatchObject({
      status: "completed",
    });
  });
});
