/**
 * What mcpgen emits for the benchmark's manifest, as far as the programs use it; the
 * bundler finds it by these names (see ../workspace.ts).
 */
declare module "emitted/client.js" {
  type Runtime = typeof import("../../../src/runtime/client.js");
  type Client = import("../../../src/runtime/client.js").Client;
  type Parameters = globalThis.Parameters<Runtime["connect"]>;

  /** Without an output schema a tool gives the content of its result. */
  type Call = (input: object) => Promise<readonly unknown[]>;

  export function connectBench(
    transport: Parameters[0],
    options: { readonly versions?: readonly string[] },
  ): Promise<
    Client & { readonly tools: { readonly echo: Call; readonly report: Call } }
  >;
}

declare module "emitted/server.js" {
  type Runtime = typeof import("../../../src/runtime/server.js");

  export function createBenchServer(options: {
    readonly handlers: {
      readonly tools: { readonly [name: string]: (input: never) => unknown };
    };
    readonly app: undefined;
  }): ReturnType<Runtime["createServer"]>;
}
