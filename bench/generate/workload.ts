import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { stringify } from "yaml";
import { shared } from "../../test/support/project.js";
import { realisticTools, type Tool } from "../realistic-tools.js";

/** The tools of one server. */
export type Workload = {
  readonly name: string;
  readonly tools: readonly Tool[];
};

const largest = 3;

/** Made-up servers of the given sizes, and the largest captured ones where the corpus is there. */
export function workloads(sizes: readonly number[]): readonly Workload[] {
  const realistic = sizes.map((size) => ({
    name: `${size.toLocaleString("en")} tools`,
    tools: realisticTools(size),
  }));
  return [...realistic, ...captured()];
}

function captured(): readonly Workload[] {
  const folder = shared("corpus/servers");
  if (folder === undefined) return [];
  return readdirSync(folder)
    .map((file) => ({ file, bytes: statSync(join(folder, file)).size }))
    .sort((a, b) => b.bytes - a.bytes)
    .slice(0, largest)
    .map(({ file }) => {
      const { tools } = JSON.parse(
        readFileSync(join(folder, file), "utf8"),
      ) as Pick<Workload, "tools">;
      const name = file.replace(/\.json$/, "").replace("__", "/");
      return { name: `${name}, ${tools.length} tools`, tools };
    });
}

/** Each language of manifests with how it is written. */
export const languages = {
  json: (value: object) => JSON.stringify(value, null, 2),
  yaml: (value: object) => stringify(value),
} as const;

/** The same server after somebody touched the tool in its middle. */
export function withOneChanged(tools: readonly Tool[]): readonly Tool[] {
  const middle = tools.length >> 1;
  return tools.map((tool, at) =>
    at === middle
      ? { ...tool, description: `${tool.description} And more.` }
      : tool,
  );
}

/** The tools as paths of an API, each with its schema as the body of a request. */
export function openApi(tools: readonly Tool[]): object {
  const paths = tools.map(({ name, description, inputSchema }) => {
    const { $schema: _dialect, ...schema } = inputSchema;
    const operation = {
      operationId: name,
      description,
      requestBody: { content: { "application/json": { schema } } },
      responses: { 200: { description: "Done." } },
    };
    return [`/${name}`, { post: operation }];
  });
  return {
    openapi: "3.1.0",
    info: { title: "bench", version: "1.0.0" },
    servers: [{ url: "http://127.0.0.1:3000" }],
    paths: Object.fromEntries(paths) as object,
  };
}
