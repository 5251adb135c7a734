import { expect } from "vitest";
import type { JsonObject, JsonValue } from "../../src/generator/json.js";
import type { Server } from "../../src/runtime/server.js";
import type { Channel, Transport } from "../../src/runtime/transport.js";
import type { Emitted } from "./emitted.js";
import type { Report } from "./report.js";
import { toolNames, verdictsOn } from "./report-types.js";
import type { AnyClient, World } from "./report-world.js";

/** A request of JSON-RPC, as the client sent it. */
type Sent = { readonly method: string; readonly params: JsonObject };

/** An emitted client and server that are linked, and what they said. */
type Pair = {
  readonly server: Server;
  /** Checks inputs itself. */
  readonly careful: AnyClient;
  /** Sends and takes anything. */
  readonly careless: AnyClient;
  /** Requests for tools, prompts and resources. */
  readonly sent: Sent[];
  /** Inputs that reached a handler, by tool. */
  readonly handled: (readonly [tool: string, input: unknown])[];
};

/** What the emitted client and server say to each other is what the report says. */
export async function checkWire(report: Report, world: World): Promise<void> {
  const built = world.built(report);
  if (built === undefined) return;
  const pair = await open(report, world);
  expect(pair.sent).toEqual([]);
  await checkNames(report, built, pair);
  await checkVerdicts(report, built, pair);
  await checkArguments(report, built, pair);
  await checkPrompts(report, built, pair);
  await checkResources(report, built, pair);
  await pair.server.close();
}

/** The request that the work sent, if any; undefined too where it failed before. */
async function during(
  { sent }: Pair,
  work: () => Promise<unknown>,
): Promise<Sent | undefined> {
  sent.length = 0;
  await work();
  expect(sent.length).toBeLessThan(2);
  return sent[0];
}

async function checkNames(
  { expected }: Report,
  built: Emitted,
  pair: Pair,
): Promise<void> {
  const names = toolNames(built);
  if (expected.wireNames !== undefined)
    expect(names.map(({ wire }) => wire).sort()).toEqual(
      [...expected.wireNames].sort(),
    );
  for (const { wire, identifier } of names) {
    const request = { method: "tools/call", params: { name: wire } };
    const tool = pair.careless.tools[identifier]!;
    expect(await during(pair, () => tool.try({}))).toMatchObject(request);
  }
  if (expected.awaitable === false) {
    expect(await during(pair, async () => pair.careful)).toBeUndefined();
    expect(await Promise.resolve(pair.careful)).toBe(pair.careful);
    expect(await during(pair, async () => pair.careful.tools)).toBeUndefined();
  }
  for (const global of expected.globalsUntouched ?? [])
    expect(global in globalThis).toBe(false);
}

async function checkVerdicts(
  report: Report,
  built: Emitted,
  pair: Pair,
): Promise<void> {
  const { careful, careless, handled } = pair;
  for (const { wire } of toolNames(built)) {
    const verdicts = verdictsOn(report, wire);
    const { accept = [], acceptLoose = [] } = verdicts;
    for (const value of [...accept, ...acceptLoose]) {
      const request = await during(pair, () => careful.call(wire, value));
      expect(request?.params["arguments"]).toEqual(value);
      expect(handled.pop()).toMatchObject([wire, value]);
    }
    handled.length = 0;
    const { reject = [], invalidOnly = [] } = verdicts;
    for (const value of [...reject, ...invalidOnly]) {
      const refused = () =>
        expect(careful.call(wire, value)).rejects.toMatchObject({
          code: "INPUT_INVALID",
        });
      expect(await during(pair, refused)).toBeUndefined();
      await expect(careless.call(wire, value)).rejects.toThrow();
    }
    expect(handled).toEqual([]);
  }
}

async function checkArguments(
  { expected }: Report,
  built: Emitted,
  pair: Pair,
): Promise<void> {
  const [first] = toolNames(built);
  const { careful, careless, handled } = pair;
  const name = first?.wire ?? "";
  for (const { call, sent } of expected.wireArguments ?? []) {
    const request = await during(pair, () => careful.call(name, call));
    expect(request?.params).toMatchObject({ name, arguments: sent });
    expect(request?.params["arguments"]).toEqual(sent);
  }
  for (const { call, input } of expected.handlerReceives ?? []) {
    await careful.call(name, call);
    expect(handled.pop()).toEqual([name, input]);
  }
  if (expected.callWithoutArguments === true)
    await careful.tools[first?.identifier ?? ""]!();
  for (const { params, ok } of expected.serverReceives ?? []) {
    const result = await careless.request("tools/call", params);
    expect(result["isError"] ?? false).toBe(!ok);
  }
}

async function checkPrompts(
  { manifest }: Report,
  { record }: Emitted,
  pair: Pair,
): Promise<void> {
  for (const { name, arguments: asked = [] } of entries(manifest, "prompts")) {
    const identifier = record?.identifiers["prompts"]?.[name] ?? "";
    const given = Object.fromEntries(asked.map((one) => [one.name, "x"]));
    const ask = () => pair.careful.prompts[identifier]!(given);
    expect(await during(pair, ask)).toMatchObject({
      method: "prompts/get",
      params: { name, arguments: given },
    });
  }
}

async function checkResources(
  { manifest }: Report,
  { record }: Emitted,
  pair: Pair,
): Promise<void> {
  const { resources } = pair.careful;
  for (const { name, uri } of entries(manifest, "resources")) {
    const identifier = record?.identifiers["resources"]?.[name] ?? "";
    const request = await during(pair, () => resources[identifier]!());
    expect(request).toMatchObject({
      method: "resources/read",
      params: { uri },
    });
  }
  for (const entry of entries(manifest, "resourceTemplates")) {
    const { name, uriTemplate: template = "" } = entry;
    const known = record?.identifiers["resourceTemplates"] ?? {};
    const read = resources[known[name] ?? ""]!;
    const names = [...template.matchAll(/\{\W?(\w+)\}/g)].map(([, one]) => one);
    const request = await during(pair, () =>
      read(Object.fromEntries(names.map((one) => [one, "x"]))),
    );
    const uri = template.replaceAll(/\{\W?\w+\}/g, "x");
    expect(request?.params["uri"]).toBe(uri);
  }
}

/** A wrong value of a handler becomes an error, and never a result of the wrong shape. */
export async function checkWrongHandler(
  report: Report,
  world: World,
): Promise<void> {
  const { wrongHandlerReturns: wrong } = report.expected;
  if (wrong === undefined) return;
  const { careless, server } = await open(report, world, wrong);
  const [name] = lists(report.manifest).tools;
  const result = await careless.request("tools/call", { name, arguments: {} });
  expect(result).toMatchObject({ isError: true });
  expect(result).not.toHaveProperty("structuredContent");
  await server.close();
}

async function open(
  report: Report,
  world: World,
  answer: JsonValue = report.expected.outputAccept?.[0] ?? "done",
): Promise<Pair> {
  const { create, connect } = world.running(report);
  const handled: Pair["handled"] = [];
  const sent: Sent[] = [];
  const { tools, ...others } = lists(report.manifest);
  const server = create({
    app: {},
    handlers: {
      ...others,
      tools: Object.fromEntries(
        tools.map((name) => [
          name,
          (input: unknown) => {
            handled.push([name, input]);
            return answer;
          },
        ]),
      ),
    },
    onWarning: () => undefined,
  });
  const transport = overheard(world.linked(server), sent);
  const off = { validate: { input: "off", output: "off" } };
  const careful = await connect(transport);
  const careless = await connect(transport, off);
  return { server, careful, careless, sent, handled };
}

/** A handler for everything that is no tool, and the names of the tools. */
function lists(manifest: JsonObject) {
  const handlersOf = (kind: string) =>
    Object.fromEntries(
      entries(manifest, kind).map(({ name }) => [name, () => "text"]),
    );
  return {
    tools: entries(manifest, "tools").map(({ name }) => name),
    prompts: handlersOf("prompts"),
    resources: handlersOf("resources"),
    resourceTemplates: handlersOf("resourceTemplates"),
  };
}

type Entry = {
  readonly name: string;
  readonly uri?: string;
  readonly uriTemplate?: string;
  readonly arguments?: readonly { readonly name: string }[];
};

/** The entries of a kind, which are a list or a map by name. */
function entries(manifest: JsonObject, kind: string): readonly Entry[] {
  const list = (manifest[kind] ?? []) as
    readonly Entry[] | { readonly [name: string]: object };
  if (Array.isArray(list)) return list as readonly Entry[];
  return Object.entries(list).map(([name, entry]) => ({ name, ...entry }));
}

/** The same transport; `sent` grows with the requests that the manifest's entries are asked by. */
function overheard(transport: Transport, sent: Sent[]): Transport {
  return {
    kind: transport.kind,
    async open(receiver, auth): Promise<Channel> {
      const channel = await transport.open(receiver, auth);
      return {
        ...channel,
        send(message) {
          const request = JSON.parse(message.text) as Sent;
          const isRead = /^(?:tools|prompts|resources)\/(?:call|get|read)$/;
          if (isRead.test(request.method)) sent.push(request);
          channel.send(message);
        },
      };
    },
  };
}
