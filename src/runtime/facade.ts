import { type ClientCore, type ClientHandle, core } from "./client-core.js";
import type { CallOptions } from "./client-options.js";
import type { ClientCompletion } from "./client-complete.js";
import type { Prompt, Resource, ResourceTemplate, Tool } from "./descriptor.js";
import type { JsonObject } from "./json-rpc.js";
import { call, toolCall } from "./tool-call.js";
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
  readonly tasks?: (client: ClientCore, tool: Tool<never, unknown>) => object;
  readonly tools: { readonly [name: string]: Tool<never, unknown> };
  readonly prompts: { readonly [name: string]: Prompt<never> };
  readonly resources: {
    readonly [name: string]: Resource | ResourceTemplate<never>;
  };
};

/**
 * Adds to a client what the manifest names: `tools`, `prompts`, `resources` by
 * identifier, and `call` by wire name. It carries every tool into the bundle.
 */
export function facade<Full>(
  client: ClientHandle,
  entries: FacadeEntries,
): Full {
  const inner = client[core];
  const tools = mapValues(entries.tools, (tool) =>
    Object.assign(toolCall(inner, tool), entries.tasks?.(inner, tool)),
  );
  const described = new Map(
    Object.values(entries.tools).map((tool) => [tool.name, tool]),
  );
  inner.described = described;
  return Object.assign(client, entries.completion?.(inner, entries), {
    tools,
    prompts: mapValues(entries.prompts, (prompt) => promptCall(inner, prompt)),
    resources: mapValues(entries.resources, (resource) =>
      resourceCall(inner, resource),
    ),
    call: async (name: string, input: never, options?: CallOptions) => {
      const tool = described.get(name);
      if (tool === undefined)
        throw new TypeError(`There is no tool ${JSON.stringify(name)}`);
      return call(client, tool, input, options);
    },
  }) as Full;
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

function promptCall(client: ClientCore, { name }: Prompt<never>) {
  return (args: object | undefined, options: CallOptions = {}) =>
    client.request(
      "prompts/get",
      args === undefined ? { name } : { name, arguments: args },
      options,
    );
}

function resourceCall(
  client: ClientCore,
  resource: Resource | ResourceTemplate<never>,
) {
  const read = (uri: string, options: CallOptions = {}) =>
    client.request("resources/read", { uri }, options);
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
