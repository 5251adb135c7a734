import { build } from "esbuild";
import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { project } from "../../test/support/project.js";
import type { Tool } from "../realistic-tools.js";
import { cache } from "./installation.js";
import { languages, openApi, withOneChanged } from "./workload.js";

/** Something that one process does; `prepare` makes the folder ready for it, unmeasured. */
export type Task = {
  readonly name: string;
  readonly prepare: (folder: string, tools: readonly Tool[]) => void;
  readonly args: readonly string[];
  /** Nothing larger is asked of it: it would take minutes. */
  readonly most?: number;
  /** A peer that fails is left out where it does; we may not. */
  readonly isPeer?: true;
};

/** Node itself, which everybody pays for. */
export const emptyNode: Task = {
  name: "node -e 0",
  prepare: () => undefined,
  args: ["-e", "0"],
};

/** A build into an empty folder, the same again, and one after a change; from each language. */
export function mcpgenTasks(program: string): readonly Task[] {
  return (["json", "yaml"] as const).flatMap((language): readonly Task[] => {
    const file = `manifest.${language}`;
    const args = [program, "build", file];
    const write = (folder: string, tools: readonly Tool[]): void => {
      const server = { name: "bench", version: "1.0.0" };
      const manifest = languages[language]({ server, tools });
      writeFileSync(join(folder, file), manifest);
    };
    return [
      {
        name: `mcpgen, ${language}, cold`,
        prepare: (folder, tools) => {
          empty(folder);
          write(folder, tools);
        },
        args,
      },
      {
        name: `mcpgen, ${language}, unchanged`,
        prepare: () => undefined,
        args,
      },
      {
        name: `mcpgen, ${language}, one tool changed`,
        prepare: (folder, tools) => {
          write(folder, withOneChanged(tools));
        },
        args,
      },
    ];
  });
}

/** Types alone, and formatted: one call for each tool. */
export async function perToolTask(): Promise<Task> {
  const outfile = join(cache, "per-tool.mjs");
  await build({
    entryPoints: [project("bench/generate/per-tool.ts")],
    outfile,
    bundle: true,
    packages: "external",
    format: "esm",
    platform: "node",
    target: "node20",
  });
  return {
    name: "json-schema-to-typescript",
    prepare: (folder, tools) => {
      empty(folder);
      writeFileSync(
        join(folder, "manifest.json"),
        languages.json({ tools: [...tools] }),
      );
    },
    args: [outfile],
    most: 1000,
    isPeer: true,
  };
}

/** A server alone, from the same schemas in an OpenAPI document; undefined where it is not installed. */
export function openApiTask(): Task | undefined {
  const home = project("bench/generate/peers/node_modules");
  const program = join(home, "openapi-mcp-generator/bin");
  try {
    if (readdirSync(program).length === 0) return undefined;
  } catch {
    return undefined;
  }
  return {
    name: "openapi-mcp-generator",
    prepare: (folder, tools) => {
      empty(folder);
      writeFileSync(join(folder, "api.json"), JSON.stringify(openApi(tools)));
    },
    args: [
      join(program, "openapi-mcp-generator.js"),
      ...["--input", "api.json", "--output", "server", "--force"],
    ],
    most: 1000,
    isPeer: true,
  };
}

function empty(folder: string): void {
  for (const name of readdirSync(folder)) {
    rmSync(join(folder, name), { recursive: true, force: true });
  }
}
