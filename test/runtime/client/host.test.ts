import { describe, expect, it } from "vitest";
import { facade } from "../../../src/runtime/client.js";
import { connect } from "../../support/whole-client.js";
import { clientListen } from "../../../src/runtime/client-listen.js";
import type { ListEntry } from "../../../src/runtime/catalogue.js";
import {
  createHost,
  type HostClient,
  type HostOptions,
} from "../../../src/runtime/host.js";
import { linked } from "../../../src/runtime/linked.js";
import type { Server } from "../../../src/runtime/server.js";
import { contract, makeServer, newestLegacy } from "../server/fixture.js";
import { features } from "./features.js";

const { tools = [] } = contract;
const [calculator, weather] = tools;

/** A client as a build emits it, which knows all tools of the fixture but `act`. */
async function emitted(server: Server, version?: string): Promise<HostClient> {
  const client = await connect(linked(server), {
    features: { ...features, listen: clientListen },
    ...(version !== undefined && { versions: [version] }),
  });
  const known = tools
    .map(({ tool }) => [tool.name, tool] as const)
    .filter(([name]) => name !== "act");
  const entries = { tools: Object.fromEntries(known), prompts: {} };
  return facade(client, { ...entries, resources: {} });
}

/** Two servers, with what the host said of them. */
function pair(options: HostOptions = {}) {
  const warnings: string[] = [];
  const sums = makeServer({}, { tools: [calculator!] });
  const sky = makeServer({}, { tools: [weather!] });
  const host = createHost(
    { sums: () => emitted(sums), sky: () => emitted(sky) },
    { onWarning: (text) => warnings.push(text), ...options },
  );
  return { host, sums, sky, warnings };
}

const text = ({
  content,
}: {
  content: readonly { [key: string]: unknown }[];
}) => content.map((block) => block["text"]).join("\n");

describe("a host", () => {
  it("tells a model of the tools of all servers", async () => {
    const { host } = pair();
    const found = await host.tools();
    expect(found).toEqual([
      {
        name: "sums__calculator_arithmetic",
        description: "Arithmetic",
        inputSchema: calculator!.entry["inputSchema"],
      },
      {
        name: "sky__weather_current",
        description: "Current weather of a place",
        inputSchema: weather!.entry["inputSchema"],
      },
    ]);
    expect(JSON.parse(JSON.stringify(found))).toEqual(found);
    expect(host.status()).toEqual({
      sums: { state: "ready" },
      sky: { state: "ready" },
    });
    await host.close();
  });

  it.each([undefined, newestLegacy])("routes calls on %s", async (version) => {
    await using host = createHost({
      a: () => emitted(makeServer(), version),
      b: () => emitted(makeServer(), version),
    });
    const input = { location: "Oslo" };
    expect(text(await host.call("b__weather_current", input))).toBe(
      "Oslo in metric",
    );
    expect(await host.call("a__add", { a: 1, b: 2 })).toMatchObject({
      structuredContent: { sum: 3 },
    });
  });

  it("lets a model mend a wrong call", async () => {
    const { host } = pair();
    const wrong = await host.call("sky__weather_current", { place: "Oslo" });
    expect(wrong.isError).toBe(true);
    expect(text(wrong)).toContain("/location");
    const unknown = await host.call("sky__weather_now", {});
    expect(unknown.isError).toBe(true);
    expect(text(unknown)).toBe(
      'There is no tool "sky__weather_now". Similar: sky__weather_current.',
    );
    expect(text(await host.call("nowhere", {}))).toBe(
      'There is no tool "nowhere".',
    );
    expect((await host.call("sky__weather_current", ["Oslo"])).isError).toBe(
      true,
    );
    await host.close();
  });

  it("calls a tool that the manifest does not know", async () => {
    await using host = createHost({ all: () => emitted(makeServer()) });
    expect(text(await host.call("all__act", { what: "you" }))).toBe(
      "Hello you",
    );
    // The server's own check, since the client has none.
    expect((await host.call("all__act", {})).isError).toBe(true);
  });

  it("shows what is there when one server is down, and asks it again", async () => {
    const warnings: string[] = [];
    let isUp = false;
    const sky = makeServer({}, { tools: [weather!] });
    const host = createHost(
      {
        sums: () => emitted(makeServer({}, { tools: [calculator!] })),
        sky: () =>
          isUp ? emitted(sky) : Promise.reject(new Error("no such program")),
      },
      { onWarning: (text) => warnings.push(text) },
    );
    expect((await host.tools()).map(({ name }) => name)).toEqual([
      "sums__calculator_arithmetic",
    ]);
    expect(host.status().sky).toMatchObject({ state: "down" });
    expect(warnings).toEqual(["Server sky cannot be reached: no such program"]);
    const input = { location: "Oslo" };
    const down = await host.call("sky__weather_current", input);
    expect(down.isError).toBe(true);
    expect(text(down)).toContain("no such program");
    isUp = true;
    const up = await host.call("sky__weather_current", input);
    expect(text(up)).toBe("Oslo in metric");
    expect(host.status().sky).toEqual({ state: "ready" });
    await host.close();
  });

  it("does not wait for a server that never answers", async () => {
    const host = createHost(
      {
        slow: () => new Promise<HostClient>(() => undefined),
        sums: () => emitted(makeServer({}, { tools: [calculator!] })),
      },
      { waitMs: 50 },
    );
    await host.client("sums");
    expect((await host.tools()).map(({ name }) => name)).toEqual([
      "sums__calculator_arithmetic",
    ]);
    expect(host.status().slow).toEqual({ state: "connecting" });
  });

  it("connects again after a connection was lost", async () => {
    let made: Server[] = [];
    const host = createHost({
      sums: () => {
        made = [...made, makeServer()];
        return emitted(made.at(-1)!);
      },
    });
    const add = () => host.call("sums__add", { a: 1, b: 2 });
    expect((await add()).isError).toBeUndefined();
    await made[0]!.close();
    expect((await add()).isError).toBe(true);
    expect(host.status().sums.state).toBe("down");
    expect((await host.tools()).length).toBe(tools.length);
    expect((await add()).isError).toBeUndefined();
    expect(made).toHaveLength(2);
    await host.close();
  });

  it.each([undefined, newestLegacy])(
    "follows changes of a list on %s",
    async (version) => {
      let hidden = "act";
      const visible = ({ name }: ListEntry) => name !== hidden;
      const server = makeServer({ visible });
      let changed = (): void => undefined;
      const host = createHost(
        { all: () => emitted(server, version) },
        { onChange: () => changed() },
      );
      const names = async () => (await host.tools()).map(({ name }) => name);
      expect(await names()).not.toContain("all__act");
      const client = await host.client("all");
      // The host's own subscription was asked for before this one.
      await client.on("toolsListChanged", () => undefined).ready;
      const heard = new Promise<void>((resolve) => (changed = resolve));
      hidden = "add";
      server.changed("tools");
      await heard;
      expect(await names()).toContain("all__act");
      expect(await names()).not.toContain("all__add");
      await host.close();
    },
  );

  it("ends with all its connections, and calls after it fail", async () => {
    const { host } = pair();
    await host.tools();
    const client = await host.client("sums");
    await host.close();
    await expect(
      client.listTools()[Symbol.asyncIterator]().next(),
    ).rejects.toMatchObject({ reason: "closed" });
    const late = await host.call("sums__calculator_arithmetic", {});
    expect(text(late)).toContain("closed");
    expect(host.status().sky).toMatchObject({ state: "down" });
  });

  it("rejects a call that was aborted", async () => {
    const { host } = pair();
    const call = host.call(
      "sums__calculator_arithmetic",
      { expression: "1" },
      { signal: AbortSignal.abort() },
    );
    await expect(call).rejects.toMatchObject({ reason: "aborted" });
    await host.close();
  });

  it("takes no more tools of a server than it may have", async () => {
    const warnings: string[] = [];
    await using host = createHost(
      { all: () => emitted(makeServer()) },
      { maxTools: 2, onWarning: (text) => warnings.push(text) },
    );
    expect(await host.tools()).toHaveLength(2);
    expect(warnings).toEqual([
      "Server all: it has more than 2 tools; the rest are left out",
    ]);
  });
});

describe("discovery of tools", () => {
  it("goes from a query to a line, to a definition, to a call", async () => {
    await using host = createHost({ all: () => emitted(makeServer()) });
    const [first] = await host.searchTools("what is the weather like");
    expect(first).toEqual({
      name: "all__weather_current",
      summary: "Current weather of a place",
    });
    expect(await host.describeTool(first!.name)).toMatchObject({
      inputSchema: { required: ["location"] },
    });
    const input = { location: "Oslo" };
    expect(text(await host.call(first!.name, input))).toContain("Oslo");
    expect(await host.describeTool("all__nothing")).toBeUndefined();
  });

  it("finds by parameters and by the start of a word, and nothing for foreign words", async () => {
    await using host = createHost({ all: () => emitted(makeServer()) });
    const names = async (query: string, limit?: number) =>
      (await host.searchTools(query, limit)).map(({ name }) => name);
    expect(await names("expression")).toEqual(["all__calculator_arithmetic"]);
    expect(await names("calc")).toEqual(["all__calculator_arithmetic"]);
    expect(await names("zebra")).toEqual([]);
    expect(await names("", 2)).toHaveLength(2);
  });
});

describe("the names of tools in a host", () => {
  it("are refused servers by which they could not be told apart", () => {
    for (const key of ["", "a__b", "a_", "-a", "a b", "ä", "a".repeat(33)])
      expect(() => createHost({ [key]: () => emitted(makeServer()) })).toThrow(
        TypeError,
      );
  });

  it("fit the APIs of models, whatever they are on the wire", async () => {
    const named = (name: string) => ({
      tool: { ...calculator!.tool, name },
      entry: { ...calculator!.entry, name },
    });
    const wire = ["a.b", "a/b", "x".repeat(200), `${"x".repeat(199)}y`, "ok"];
    const server = makeServer(
      { tools: Object.fromEntries(wire.map((name) => [name, () => name])) },
      { tools: wire.map(named) },
    );
    await using host = createHost({ odd: () => emitted(server) });
    const names = (await host.tools()).map(({ name }) => name);
    expect(new Set(names).size).toBe(wire.length);
    expect(names.at(-1)).toBe("odd__ok");
    for (const name of names) expect(name).toMatch(/^[\w-]{1,64}$/);
    const answers = await Promise.all(
      names.map((name) => host.call(name, { expression: "1" })),
    );
    expect(answers.map(text)).toEqual(wire);
  });
});
