import { describe, expect, it } from "vitest";
import type { ListEntry } from "../../../src/runtime/catalogue.js";
import { sessions } from "../../../src/runtime/http-sessions.js";
import { tasks } from "../../../src/runtime/server-tasks.js";
import {
  connectRaw,
  makeServer,
  type Message,
  modern,
  newestLegacy,
  open,
  type Raw,
} from "./fixture.js";

type Page = {
  readonly names: readonly unknown[];
  readonly cursor: unknown;
  readonly result: Message;
};

async function page(
  raw: Raw,
  method: string,
  params: object = {},
  wrap: (params: object) => object = modern,
): Promise<Page> {
  const answer = await raw.ask(method, wrap(params));
  const result = answer["result"] as Message | undefined;
  if (result === undefined) throw answer["error"];
  const rows = (result["tools"] ?? result["resources"]) as ListEntry[];
  return {
    names: rows.map(({ name }) => name),
    cursor: result["nextCursor"],
    result,
  };
}

async function all(
  raw: Raw,
  method: string,
  wrap?: (params: object) => object,
): Promise<unknown[][]> {
  const pages: unknown[][] = [];
  let params = {};
  for (;;) {
    const { names, cursor } = await page(raw, method, params, wrap);
    pages.push([...names]);
    if (cursor === undefined) return pages;
    params = { cursor };
  }
}

const five = [
  ["calculator_arithmetic", "weather_current"],
  ["add", "words"],
  ["act"],
];

it.each([
  [{ pageSize: 0 }, "pageSize must be an integer from 1, not 0"],
  [
    { sessions: { idleMs: -1 } },
    "sessions.idleMs must be a number from 0, not -1",
  ],
  [{ tasks: { max: NaN } }, "tasks.max must be a number from 0, not NaN"],
])("the options %j make no server", (options, message) => {
  const make = () => makeServer(options, { sessions, tasks });
  expect(make).toThrow(new RangeError(message));
});

describe("a page size", () => {
  it("splits a list, in both eras", async () => {
    const raw = connectRaw(makeServer({}, { pageSize: 2 }));
    expect(await all(raw, "tools/list")).toEqual(five);
    await open(raw, newestLegacy);
    expect(await all(raw, "tools/list", (params) => params)).toEqual(five);
  });

  it("of the server goes before that of the manifest", async () => {
    const raw = connectRaw(makeServer({ pageSize: 2 }, { pageSize: 4 }));
    expect(await all(raw, "tools/list")).toEqual(five);
    const whole = connectRaw(
      makeServer({ pageSize: Infinity }, { pageSize: 4 }),
    );
    expect(await all(whole, "tools/list")).toHaveLength(1);
  });

  it("leaves no empty page at the end", async () => {
    const raw = connectRaw(makeServer({ pageSize: 5 }));
    expect(await all(raw, "tools/list")).toHaveLength(1);
  });

  it("gives each page the same cache hints", async () => {
    const raw = connectRaw(makeServer({ pageSize: 2 }));
    const first = await page(raw, "tools/list");
    const second = await page(raw, "tools/list", { cursor: first.cursor });
    for (const { result } of [first, second])
      expect(result).toMatchObject({ ttlMs: 300_000, cacheScope: "public" });
  });

  it("counts what a client may see, and no more", async () => {
    const raw = connectRaw(
      makeServer({ pageSize: 2, visible: ({ name }) => name !== "add" }),
    );
    expect(await all(raw, "tools/list")).toEqual([
      ["calculator_arithmetic", "weather_current"],
      ["words", "act"],
    ]);
  });

  it.each([
    ["empty", ""],
    ["made up", "2"],
    ["no string", 2],
    ["of another list", "resources"],
    ["altered", "tools"],
  ])("refuses a cursor that is %s", async (_, kind) => {
    const raw = connectRaw(
      makeServer({
        pageSize: 1,
        modules: {
          resourceTemplates: {
            note: { list: () => [{ uri: "note://a/b", name: "b" }] },
          },
        },
      }),
    );
    const cursors: { [kind: string]: unknown } = {
      resources: (await page(raw, "resources/list")).cursor,
      tools: `${String((await page(raw, "tools/list")).cursor)}A`,
    };
    expect(cursors["resources"]).toBeTypeOf("string");
    await expect(
      page(raw, "tools/list", { cursor: cursors[kind] ?? kind }),
    ).rejects.toEqual({ code: -32602, message: "Unknown cursor" });
  });

  it.each([0, -1, 1.5, NaN])("of %s is refused at once", (pageSize) => {
    expect(() => makeServer({ pageSize })).toThrow(RangeError);
  });
});

describe("the list of a template", () => {
  const notes = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      uri: `note://all/${index}`,
      name: `note ${index}`,
      icons: [{ src: "https://example.com/i.png" }],
    }));
  const serve = (
    list: unknown,
    options: Parameters<typeof makeServer>[0] = {},
  ) =>
    connectRaw(
      makeServer({
        ...options,
        modules: { resourceTemplates: { note: { list } } },
      }),
    );

  it("appears in resources/list after what is fixed, as the version shows it", async () => {
    const raw = serve(() => notes(1));
    const { result } = await page(raw, "resources/list");
    expect(result["resources"]).toEqual([
      { name: "motd", uri: "test://motd", mimeType: "text/plain" },
      { mimeType: "application/octet-stream", ...notes(1)[0] },
    ]);
    await open(raw, "2025-03-26");
    const old = await page(raw, "resources/list", {}, (params) => params);
    expect((old.result["resources"] as Message[])[1]).not.toHaveProperty(
      "icons",
    );
  });

  it("is asked anew each time, with a context that says who asks", async () => {
    let count = 0;
    const raw = serve(
      async ({ client, app }: { client: object; app: object }) => {
        expect([client, app]).toMatchObject([
          { info: { name: "test" } },
          { greeting: "Hello" },
        ]);
        return notes(count++);
      },
    );
    expect((await page(raw, "resources/list")).names).toEqual(["motd"]);
    expect((await page(raw, "resources/list")).names).toEqual([
      "motd",
      "note 0",
    ]);
  });

  it("goes over pages with the rest", async () => {
    const raw = serve(() => notes(3), { pageSize: 2 });
    expect(await all(raw, "resources/list")).toEqual([
      ["motd", "note 0"],
      ["note 1", "note 2"],
    ]);
  });

  it("adds no URI twice", async () => {
    const twice = { uri: "test://motd", name: "again" };
    const raw = serve(() => [twice, ...notes(1), ...notes(1)]);
    expect((await page(raw, "resources/list")).names).toEqual([
      "motd",
      "note 0",
    ]);
  });

  it("is not asked where the client may not see the template", async () => {
    const raw = serve(
      () => {
        throw new Error("asked");
      },
      { visible: ({ name }) => name !== "note" },
    );
    expect((await page(raw, "resources/list")).names).toEqual(["motd"]);
  });

  it.each([
    ["throws", () => Promise.reject(new Error("the disk is gone"))],
    ["gives no list", () => "a"],
    ["gives what is no resource", () => [{ uri: "note://a/b" }]],
  ])("that %s is an internal error", async (_, list) => {
    const warnings: string[] = [];
    const raw = serve(list, { warnings });
    await expect(page(raw, "resources/list")).rejects.toMatchObject({
      code: -32603,
    });
    expect(warnings).toEqual(["resources/list failed"]);
  });

  it("must be a function", () => {
    expect(() => serve([])).toThrow(
      'handlers.modules.resourceTemplates has no function for "note"',
    );
  });
});
