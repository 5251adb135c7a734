import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isJsonObject, type JsonObject } from "../../src/generator/json.js";
import { shared } from "./project.js";

/** A tool of a captured server list. */
export type CorpusTool = {
  readonly server: string;
  readonly name: string;
  readonly inputSchema: JsonObject;
  readonly outputSchema: JsonObject | undefined;
};

/** The tools of every captured list, or undefined with the reason printed where they are absent. */
export function corpusTools(): readonly CorpusTool[] | undefined {
  const folder = shared("corpus/servers");
  if (folder === undefined) return undefined;
  return readdirSync(folder)
    .sort()
    .flatMap((file) => {
      const list = JSON.parse(readFileSync(join(folder, file), "utf8")) as {
        readonly tools?: readonly {
          readonly name: string;
          readonly inputSchema: JsonObject;
          readonly outputSchema?: JsonObject;
        }[];
      };
      const server = file.replace(/\.json$/, "");
      return (list.tools ?? []).map((tool) => ({
        server,
        name: tool.name,
        inputSchema: tool.inputSchema,
        outputSchema: tool.outputSchema,
      }));
    });
}

/** Every input and output schema of a tool. */
export function schemasOf(tool: CorpusTool): readonly JsonObject[] {
  return [tool.inputSchema, tool.outputSchema].filter(
    (schema) => schema !== undefined && isJsonObject(schema),
  );
}
