import type { Connection } from "./client-api.js";
import type { ClientCompletion } from "./client-complete.js";
import { type ClientHandle, core } from "./client-core.js";
import type { CallOptions } from "./client-options.js";
import type { ClientSession } from "./client-parts.js";
import { withVerbs } from "./client-verbs.js";
import type { Prompt, Resource, ResourceTemplate, Tool } from "./descriptor.js";
import { McpError } from "./errors.js";
import type { JsonObject } from "./json-rpc.js";
import {
  callForOutput,
  callForResult,
  type ToolCall,
  type Tried,
} from "./tool-call.js";
import { expandUri } from "./uri-template.js";

/** One prompt of a client. */
export type PromptCall<Arguments, Result = JsonObject> = (
  args: Arguments,
  options?: CallOptions,
) => Promise<Result>;

/** One resource of a client. */
export type ResourceCall<Result = JsonObject> = (
  options?: CallOptions,
) => Promise<Result>;

/** One resource template of a client; `variables` fill in the template. */
export type TemplateCall<Variables, Result = JsonObject> = (
  variables: Variables,
  options?: CallOptions,
) => Promise<Result>;

/** Descriptors by identifier, and what else the manifest asks for. */
export type FacadeEntries = {
  /** `clientCompletion`, where arguments can be completed. */
  readonly completion?: ClientCompletion;
  /** `taskCalls`, where calls may be answered with tasks. */
  readonly tasks?: (
    client: ClientSession,
    tool: Tool<never, unknown>,
  ) => object;
  readonly tools: { readonly [name: string]: Tool<never, unknown> };
  readonly prompts: { readonly [name: string]: Prompt<never> };
  readonly resources: {
    readonly [name: string]: Resource | ResourceTemplate<never>;
  };
};

/**
 * Adds to a client its verbs and what the manifest names: `tools`, `prompts`, `resources`
 * by identifier, and `call` by wire name. It carries every tool into the bundle.
 */
export function facade<Full>(
  client: ClientHandle,
  entries: FacadeEntries,
): Full {
  const inner = client[core];
  const tools = mapValues(entries.tools, (tool) =>
    Object.assign(toolCall(client, tool), entries.tasks?.(inner, tool)),
  );
  const described = new Map(
    Object.values(entries.tools).map((tool) => [tool.name, tool]),
  );
  inner.described = described;
  const whole = withVerbs(client as Connection);
  return Object.assign(whole, entries.completion?.(inner, entries), {
    tools,
    prompts: mapValues(entries.prompts, (prompt) => promptCall(inner, prompt)),
    resources: mapValues(entries.resources, (resource) =>
      resourceCall(inner, resource),
    ),
    call: async (name: string, input: never, options?: CallOptions) => {
      const tool = described.get(name);
      if (tool === undefined)
        throw new TypeError(`There is no tool ${JSON.stringify(name)}`);
      return callForOutput(inner, tool, input, options);
    },
  }) as Full;
}

/** The three ways to call a tool. */
function toolCall<Input, Output>(
  client: ClientHandle,
  tool: Tool<Input, Output>,
): ToolCall<Input, Output> {
  const plain = (input: Input, options?: CallOptions) =>
    callForOutput(client[core], tool, input, options);
  return Object.assign(plain, {
    try: (input: Input, options?: CallOptions) => settle(plain(input, options)),
    full: async (input: Input, options?: CallOptions) =>
      callForResult(client[core], tool, input, options),
  });
}

async function settle<Output>(output: Promise<Output>): Promise<Tried<Output>> {
  try {
    return { ok: true, data: await output };
  } catch (error) {
    if (error instanceof McpError) return { ok: false, error };
    throw error;
  }
}

/** Without a prototype, so that only the manifest's names are there. */
function mapValues<From, To>(
  record: { readonly [name: string]: From },
  map: (value: From) => To,
): { readonly [name: string]: To } {
  const mapped = Object.create(null) as { [name: string]: To };
  for (const [key, value] of Object.entries(record)) mapped[key] = map(value);
  return mapped;
}

function promptCall(client: ClientSession, { name }: Prompt<never>) {
  return (args: object | undefined, options?: CallOptions) =>
    client.ask(
      "prompts/get",
      args === undefined ? { name } : { name, arguments: args },
      options,
    );
}

function resourceCall(
  client: ClientSession,
  resource: Resource | ResourceTemplate<never>,
) {
  const read = (uri: string, options?: CallOptions) =>
    client.ask("resources/read", { uri }, options);
  return resource.kind === "resource"
    ? (options?: CallOptions) => read(resource.uri, options)
    : async (variables: object = {}, options?: CallOptions) =>
        read(
          expandUri(
            resource.uriTemplate,
            variables as { readonly [name: string]: string },
          ),
          options,
        );
}
