/**
 * What the servers of the benchmark offer: `echo`, `report`, and further tools of one
 * ordinary shape that only make the list long. All servers offer the same.
 */

/** The wire form of a tool. */
export type WireTool = {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: object;
  readonly outputSchema?: object;
};

const string = { type: "string" };

const furtherInput = {
  type: "object",
  properties: {
    location: {
      type: "string",
      minLength: 1,
      description: "A city, or a pair of coordinates",
    },
    units: { type: "string", enum: ["metric", "imperial"] },
    days: { type: "integer", minimum: 1, maximum: 14 },
  },
  required: ["location"],
};

const furtherOutput = {
  type: "object",
  properties: { temperature: { type: "number" }, conditions: string },
  required: ["temperature", "conditions"],
};

export const furtherAnswer = { temperature: 21, conditions: "clear" };

/** Name and description of each tool beyond the first two, of `count` in all. */
export function furtherTools(
  count: number,
): readonly { readonly name: string; readonly description: string }[] {
  return Array.from({ length: count - 2 }, (_, index) => ({
    name: `forecast_${index}`,
    description: `Tells the weather of the next days at a place, by station network ${index}`,
  }));
}

/** The first `count` tools; there are at least three. */
export function wireTools(count: number): readonly WireTool[] {
  return [
    {
      name: "echo",
      description: "Says again what it is told",
      inputSchema: {
        type: "object",
        properties: { text: string },
        required: ["text"],
      },
    },
    {
      name: "report",
      description: "Tells what the process has used",
      inputSchema: {
        type: "object",
        properties: { collect: { type: "boolean" } },
        required: ["collect"],
      },
    },
    ...furtherTools(count).map((tool) => ({
      ...tool,
      inputSchema: furtherInput,
      outputSchema: furtherOutput,
    })),
  ];
}
