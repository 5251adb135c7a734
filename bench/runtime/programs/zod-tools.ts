import { z } from "zod";
import { furtherAnswer, furtherTools } from "../tools.js";
import { answers, says } from "./answers.js";

/* The tools of the benchmark, as a user of an official server writes them with zod. */

const echoInput = z.object({ text: z.string() });
const reportInput = z.object({ collect: z.boolean() });
const furtherInput = z.object({
  location: z.string().min(1).describe("A city, or a pair of coordinates"),
  units: z.enum(["metric", "imperial"]).optional(),
  days: z.number().int().min(1).max(14).optional(),
});
const furtherOutput = z.object({
  temperature: z.number(),
  conditions: z.string(),
});

type Content = ReturnType<typeof says>["content"];

type ZodTool = {
  readonly name: string;
  readonly settings: {
    readonly description: string;
    readonly inputSchema: z.ZodObject;
    readonly outputSchema?: z.ZodObject;
  };
  handle(input: object): {
    content: Content;
    structuredContent?: Record<string, unknown>;
  };
};

/** The first `count` tools. */
export function zodTools(count: number): readonly ZodTool[] {
  return [
    {
      name: "echo",
      settings: {
        description: "Says again what it is told",
        inputSchema: echoInput,
      },
      handle: (input) => says(answers.echo(input as { text: string })),
    },
    {
      name: "report",
      settings: {
        description: "Tells what the process has used",
        inputSchema: reportInput,
      },
      handle: (input) => says(answers.report(input as { collect: boolean })),
    },
    ...furtherTools(count).map(({ name, description }) => ({
      name,
      settings: {
        description,
        inputSchema: furtherInput,
        outputSchema: furtherOutput,
      },
      handle: () => ({ content: [], structuredContent: furtherAnswer }),
    })),
  ];
}
