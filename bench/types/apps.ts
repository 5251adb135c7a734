import type { JsonObject } from "../../src/generator/json.js";

/** A tool like the sample's weather; its number is in its names, so that no two types are the same. */
export function numberedTool(index: number): JsonObject {
  const units = { type: "string", enum: ["metric", "imperial", "kelvin"] };
  const location = `location_${index}`;
  return {
    name: `weather_${index}`,
    description: "Tells the weather of a location as it is now",
    inputSchema: {
      type: "object",
      properties: {
        [location]: { type: "string", minLength: 1 },
        units: { ...units, default: "metric" },
      },
      required: [location],
    },
    outputSchema: {
      type: "object",
      properties: {
        [location]: { type: "string" },
        temperature: { type: "number" },
        units,
        conditions: { type: "string", enum: ["clear", "cloudy", "rain"] },
        humidity: { type: "integer", minimum: 0, maximum: 100 },
      },
      required: [location, "temperature", "units", "conditions", "humidity"],
    },
  };
}

const each = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join("\n");

const answer = (index: number): string =>
  `({ location_${index}, temperature: 1, units: "metric" as const, conditions: "clear" as const, humidity: 1 })`;

/** Calls every tool once, each in a function of its own; `out` is where the emitted code is. */
export function callingApp(out: string, count: number): string {
  return `import { connectWeather } from "${out}/weather/client.js";
import { stdio } from "${out}/runtime/stdio-client.js";
const client = await connectWeather(stdio({ command: "node" }));
${each(count, (index) => `export const call${index} = () => client.tools.weather${index}({ location_${index}: "Oslo" });`)}
`;
}

/** Uses every tool by `.try` and by `call`, and has a handler for it. */
export function wholeApp(out: string, count: number): string {
  const lines = each(
    count,
    (index) => `
export const tried${index} = () => client.tools.weather${index}.try({ location_${index}: "Oslo" });
export const called${index} = () => client.call("weather_${index}", { location_${index}: "Oslo" });
export const handler${index}: Handler<"weather_${index}"> = async ({ location_${index} }) => ${answer(index)};`,
  );
  return `import { connectWeather } from "${out}/weather/client.js";
import { stdio } from "${out}/runtime/stdio-client.js";
import type { Handler } from "${out}/weather/server.js";
const client = await connectWeather(stdio({ command: "node" }));
${lines}
`;
}

/** A server of the official SDK with the same tools in Zod; `from` is the module with `McpServer`. */
export function zodApp(from: string, raw: boolean, count: number): string {
  const shape = raw ? ".shape" : "";
  const lines = each(
    count,
    (index) => `
const units${index} = z.enum(["metric", "imperial", "kelvin"]);
const input${index} = z.object({ location_${index}: z.string().min(1), units: units${index}.default("metric") });
const output${index} = z.object({
  location_${index}: z.string(), temperature: z.number(), units: units${index},
  conditions: z.enum(["clear", "cloudy", "rain"]), humidity: z.number().int().min(0).max(100),
});
server.registerTool("weather_${index}", { inputSchema: input${index}${shape}, outputSchema: output${index}${shape} },
  async ({ location_${index} }) => ({ content: [], structuredContent: ${answer(index)} }));`,
  );
  return `import { McpServer } from "${from}";
import * as z from "zod";
const server = new McpServer({ name: "weather", version: "1.0.0" });
${lines}
`;
}
