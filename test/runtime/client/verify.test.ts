import { describe, expect, it } from "vitest";
import { connect } from "../../support/whole-client.js";
import type { Catalogue } from "../../../src/runtime/catalogue.js";
import { linked } from "../../../src/runtime/linked.js";
import { compareLists, type Difference } from "../../../src/runtime/verify.js";
import { profiles, serverProfiles } from "../profiles.js";
import { ScriptedTransport, server } from "../scripted-transport.js";
import { contract, makeServer, weatherEntry } from "../server/fixture.js";
import { features } from "./features.js";

type Changes = Parameters<typeof makeServer>[1];

/** What a client of the fixture finds different on a server that is another. */
async function compare(
  changes: Changes,
  version?: string,
  catalogue: Catalogue = contract,
): Promise<readonly Difference[]> {
  const made = makeServer({ pageSize: 1 }, changes);
  const client = await connect(linked(made), {
    features,
    ...(version === undefined ? {} : { versions: [version] }),
  });
  const found = await compareLists(client, catalogue, serverProfiles);
  await made.close();
  return found;
}

const short = (differences: readonly Difference[]): readonly string[] =>
  differences.map(
    ({ kind, change, name, pointer }) => `${kind} ${change} ${name} ${pointer}`,
  );

describe("a live server and its manifest", () => {
  it.each(profiles.map(({ version }) => [version]))(
    "agree on %s",
    async (version) => {
      expect(await compare({}, version)).toEqual([]);
    },
  );

  it("differ by entries that one of them lacks", async () => {
    const [calculator, ...tools] = contract.tools ?? [];
    expect(
      short(await compare({ tools, prompts: [], resourceTemplates: [] })),
    ).toEqual([
      "tool missing calculator_arithmetic ",
      "prompt missing greet ",
      "template missing note://{folder}/{name} ",
    ]);
    const less = { ...contract, tools, resources: [] };
    expect(calculator).toBeDefined();
    expect(short(await compare({}, undefined, less))).toEqual([
      "tool extra calculator_arithmetic ",
      "resource extra test://motd ",
    ]);
  });

  it("differ where an entry was changed, and say how", async () => {
    const { properties } = weatherEntry.inputSchema;
    const { location, units } = properties;
    const entry = {
      ...weatherEntry,
      title: "Other",
      inputSchema: {
        ...weatherEntry.inputSchema,
        properties: {
          location: { ...location, minLength: 1 },
          units: { ...units, enum: ["kelvin", "metric"], default: undefined },
        },
      },
    };
    const tools = (contract.tools ?? []).map((tool) =>
      tool.entry.name === entry.name ? { ...tool, entry } : tool,
    );
    const found = await compare({ tools });
    expect(found.map(({ message }) => message)).toEqual([
      'tool weather_current at /title: "Weather Information" in the manifest, "Other" on the server',
      "tool weather_current at /inputSchema/properties/location/minLength: the manifest lacks it; the server has 1",
      'tool weather_current at /inputSchema/properties/units/enum: ["imperial","kelvin","metric"] in the manifest, ["kelvin","metric"] on the server',
      "tool weather_current at /inputSchema/properties/units/default: the server lacks it",
    ]);
  });

  it("do not differ by the order of what is a set", async () => {
    const { units } = weatherEntry.inputSchema.properties;
    const tools = [...(contract.tools ?? [])].reverse().map((tool) =>
      tool.entry.name === "weather_current"
        ? {
            ...tool,
            entry: {
              ...weatherEntry,
              _meta: { build: 7 },
              inputSchema: {
                ...weatherEntry.inputSchema,
                properties: {
                  units: { ...units, enum: [...units.enum].reverse() },
                  location: weatherEntry.inputSchema.properties.location,
                },
              },
            },
          }
        : tool,
    );
    expect(await compare({ tools })).toEqual([]);
  });

  it("do not differ by resources that a template stands for", async () => {
    const made = makeServer({
      modules: {
        resourceTemplates: {
          note: {
            list: () => [
              { uri: "note://a/b", name: "b" },
              { uri: "other://a", name: "a" },
            ],
          },
        },
      },
    });
    const client = await connect(linked(made), { features });
    expect(short(await compareLists(client, contract, serverProfiles))).toEqual(
      ["resource extra other://a "],
    );
    await made.close();
  });
});

describe("an entry that nobody could use", () => {
  it("is left out with a warning, and costs no other", async () => {
    const good = { name: "good", inputSchema: { type: "object" } };
    const transport = new ScriptedTransport(
      server(({ id, method }, peer) => {
        const lists: { [method: string]: object } = {
          "tools/list": {
            tools: [null, { name: "" }, { name: "bare" }, good, "text"],
          },
          "resources/list": { resources: [{ name: "a" }, { uri: "a:1" }] },
        };
        peer.result(id, { resultType: "complete", ...lists[method] });
      }),
    );
    const warnings: string[] = [];
    const client = await connect(transport, {
      features,
      onWarning: (text) => warnings.push(text),
    });
    const found: unknown[] = [];
    for await (const tool of client.listTools()) found.push(tool);
    for await (const resource of client.listResources()) found.push(resource);
    expect(found).toEqual([good]);
    expect(warnings).toEqual([
      "An entry of tools/list is left out, for it is no object: null",
      'An entry of tools/list is left out, for it has no name: {"name":""}',
      'An entry of tools/list is left out, for its inputSchema is no object: {"name":"bare"}',
      'An entry of tools/list is left out, for it is no object: "text"',
      'An entry of resources/list is left out, for it has no uri: {"name":"a"}',
      'An entry of resources/list is left out, for it has no name: {"uri":"a:1"}',
    ]);
  });
});
