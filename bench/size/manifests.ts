import type { JsonObject } from "../../src/generator/json.js";

/**
 * `core`: the newest protocol version, no `features`: tools with their validators, time
 * limits and cancelling. `full`: every version, every feature but tasks, and one prompt,
 * resource and resource template; without OAuth.
 */
export type Scope = "core" | "full";

/** Tools that differ in every word and in nothing else: like the sample's weather. */
const subjects = [
  "weather location temperature conditions humidity metric imperial kelvin clear cloudy rain snow",
  "tide harbour height phase salinity metre foot fathom rising falling slack neap",
  "traffic junction speed flow occupancy kmh mph knot free dense jammed closed",
  "pollen district count species confidence grain index level birch grass mugwort alder",
  "parking garage capacity status turnover total share percent open full reserved shut",
  "energy meter power source voltage watt horsepower joule solar wind hydro coal",
  "stock ticker price trend volume euro dollar yen bull bear flat halted",
  "flight airport delay state distance minute hour second boarding departed landed cancelled",
  "snow resort depth surface slope centimetre inch yard powder packed icy bare",
  "water basin pressure quality turbidity bar pascal psi pure hard brackish polluted",
  "noise station loudness kind duration decibel sone phon street rail air works",
].map((line) => line.split(" "));

/** Names of the tools on the wire, in order. */
export const toolNames = subjects.map(([name]) => `${name}_current`);

function tool(words: readonly string[]): JsonObject {
  const [name, place, measure, state, share, ...values] = words as [
    string,
    string,
    string,
    string,
    string,
    ...string[],
  ];
  const units = values.slice(0, 3);
  return {
    name: `${name}_current`,
    description: `Tells the ${name} of a ${place} as it is now`,
    inputSchema: {
      type: "object",
      properties: {
        [place]: { type: "string", minLength: 1 },
        units: { type: "string", enum: units, default: units[0]! },
      },
      required: [place],
    },
    outputSchema: {
      type: "object",
      properties: {
        [place]: { type: "string" },
        [measure]: { type: "number" },
        units: { type: "string", enum: units },
        [state]: { type: "string", enum: values.slice(3) },
        [share]: { type: "integer", minimum: 0, maximum: 100 },
      },
      required: [place, measure, "units", state, share],
    },
  };
}

/** The weather server with so many tools, 1 to 11. */
export function weatherManifest(
  scope: Scope,
  transport: "stdio" | "http",
  tools: number,
): JsonObject {
  return {
    server: { name: "weather", version: "1.0.0" },
    transports: [transport],
    tools: subjects.slice(0, tools).map(tool),
    ...(scope === "core" ? core : full),
  };
}

const core: JsonObject = { protocol: { versions: ["2026-07-28"] } };

const full: JsonObject = {
  features: [
    "completion",
    "elicitation",
    "logging",
    "roots",
    "sampling",
    "subscribe",
  ],
  prompts: [
    { name: "forecast", arguments: [{ name: "city", required: true }] },
  ],
  resources: [{ name: "stations", uri: "weather://stations" }],
  resourceTemplates: [
    { name: "station", uriTemplate: "weather://stations/{id}" },
  ],
};
