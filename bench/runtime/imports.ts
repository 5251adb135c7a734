import type { Library } from "./contenders.js";

/** What a user of a library imports to be one side of a connection. */
type Import = {
  readonly name: string;
  readonly library: Library;
  readonly source: string;
};

const runtime = "../../../src/runtime";

/** By library and what of it, the modules. Ours are bundled, so what is imported must be used. */
const modules: Readonly<
  Record<Library, { readonly [part: string]: readonly string[] }>
> = {
  raw: {
    "stdio client": ["node:child_process"],
    "HTTP client": ["node:http"],
  },
  mcpgen: ours(),
  before: ours(),
  sdk1: {
    "stdio client": [
      "@modelcontextprotocol/sdk/client/index.js",
      "@modelcontextprotocol/sdk/client/stdio.js",
    ],
    "HTTP client": [
      "@modelcontextprotocol/sdk/client/index.js",
      "@modelcontextprotocol/sdk/client/streamableHttp.js",
    ],
    "stdio server": [
      "@modelcontextprotocol/sdk/server/mcp.js",
      "@modelcontextprotocol/sdk/server/stdio.js",
    ],
    "HTTP server": [
      "@modelcontextprotocol/sdk/server/mcp.js",
      "@modelcontextprotocol/sdk/server/streamableHttp.js",
    ],
  },
  sdk2: {
    "stdio client": [
      "@modelcontextprotocol/client",
      "@modelcontextprotocol/client/stdio",
    ],
    "HTTP client": ["@modelcontextprotocol/client"],
    "stdio server": [
      "@modelcontextprotocol/server",
      "@modelcontextprotocol/server/stdio",
    ],
    "HTTP server": [
      "@modelcontextprotocol/server",
      "@modelcontextprotocol/node",
    ],
  },
  tmcp: {
    "stdio server": [
      "tmcp",
      "@tmcp/adapter-valibot",
      "valibot",
      "@tmcp/transport-stdio",
    ],
    "HTTP server": [
      "tmcp",
      "@tmcp/adapter-valibot",
      "valibot",
      "@tmcp/transport-http",
    ],
  },
  "mcp-lite": { "HTTP server": ["mcp-lite"] },
};

/** The programs whose imports are measured. */
export function importsOf(libraries: readonly Library[]): readonly Import[] {
  return libraries.flatMap((library) =>
    Object.entries(modules[library]).map(([part, all]) => ({
      name: `${library}, ${part}`,
      library,
      source: all
        .map(
          (module, index) =>
            `import * as module${index} from "${module}";\nglobalThis[${index}] = module${index};`,
        )
        .join("\n"),
    })),
  );
}

function ours(): { readonly [part: string]: readonly string[] } {
  return {
    "stdio client": ["emitted/client.js", `${runtime}/stdio-client.js`],
    "HTTP client": ["emitted/client.js", `${runtime}/node-http-client.js`],
    "stdio server": ["emitted/server.js", `${runtime}/stdio-server.js`],
    "HTTP server": ["emitted/server.js", `${runtime}/node-http-server.js`],
  };
}
