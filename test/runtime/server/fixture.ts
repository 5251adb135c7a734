import type { RuntimeContext } from "../../../src/runtime/context.js";
import type {
  Prompt,
  Resource,
  ResourceTemplate,
  Tool,
  Validator,
} from "../../../src/runtime/descriptor.js";
import { sessions } from "../../../src/runtime/http-sessions.js";
import { legacyServer } from "../../../src/runtime/legacy-server.js";
import { listen } from "../../../src/runtime/listen.js";
import { modernServer } from "../../../src/runtime/modern-server.js";
import type { Profile, ServerProfile } from "../../../src/runtime/profile.js";
import {
  createServer,
  type Server,
  type ServerContract,
  type ServerOptions,
} from "../../../src/runtime/server.js";
import { ServerConnection } from "../../../src/runtime/server-connection.js";
import type { AuthGrant } from "../../../src/runtime/server-http.js";
import type {
  HandlerTable,
  ResourceHandler,
  TemplateHandler,
  PromptHandler,
  ToolAnswer,
} from "../../../src/runtime/server-handlers.js";
import { isObject, type Issue } from "../../../src/runtime/validate.js";
import { profiles, serverProfiles } from "../profiles.js";

export const legacyProfiles = profiles.filter(({ era }) => era === "legacy");
export const modernProfiles = profiles.filter(({ era }) => era === "modern");
/** What a server of one era alone is given. */
export function profilesOf(era: Profile["era"]): readonly ServerProfile[] {
  return serverProfiles.filter((one) => one.era === era);
}
export const newestModern = modernProfiles.at(-1)?.version ?? "";
export const newestLegacy = legacyProfiles.at(-1)?.version ?? "";

/** What an emitted validator of a flat object does. */
export function object(
  members: Record<string, { type: string; optional?: boolean }>,
): Validator {
  return (value, issues?: Issue[]) => {
    const faults = Object.entries(members).filter(
      ([key, { type, optional }]) => {
        const given = isObject(value) ? value[key] : undefined;
        return given === undefined ? optional !== true : typeof given !== type;
      },
    );
    for (const [key, { type }] of faults) {
      issues?.push({
        instance: `/${key}`,
        schema: `/properties/${key}/type`,
        keyword: "type",
        message: `must be a ${type}`,
      });
    }
    return isObject(value) && faults.length === 0;
  };
}

type WeatherInput = { location: string; units?: string };
type WeatherFilled = { location: string; units: string };
type Sum = { sum: number };
type Context = RuntimeContext<{ greeting: string }>;

const weather: Tool<WeatherInput, string> = {
  kind: "tool",
  name: "weather_current",
  input: object({
    location: { type: "string" },
    units: { type: "string", optional: true },
  }),
};
const calculator: Tool<{ expression: string }, string> = {
  kind: "tool",
  name: "calculator_arithmetic",
  input: object({ expression: { type: "string" } }),
};
const add: Tool<{ a: number; b: number }, Sum> = {
  kind: "tool",
  name: "add",
  input: object({ a: { type: "number" }, b: { type: "number" } }),
  output: object({ sum: { type: "number" } }),
  headers: [{ path: ["a"], name: "First" }],
};
const words: Tool<{ text: string }, readonly string[]> = {
  kind: "tool",
  name: "words",
  input: object({ text: { type: "string" } }),
  output: (value) =>
    Array.isArray(value) && value.every((word) => typeof word === "string"),
  wrapped: true,
};
const act: Tool<{ what: string }, string> = {
  kind: "tool",
  name: "act",
  input: object({ what: { type: "string" } }),
};
const greet: Prompt<{ name: string; tone?: string }> = {
  kind: "prompt",
  name: "greet",
};
const motd: Resource = { kind: "resource", name: "motd", uri: "test://motd" };
const note: ResourceTemplate<{ folder: string; name: string }> = {
  kind: "template",
  name: "note",
  uriTemplate: "note://{folder}/{name}",
};

type ToolHandler<Input, Output> = (
  input: Input,
  context: Context,
) => ToolAnswer<Output>;

export interface Handlers {
  readonly tools: {
    readonly calculator_arithmetic: ToolHandler<{ expression: string }, string>;
    readonly weather_current: ToolHandler<WeatherFilled, string>;
    readonly add: ToolHandler<{ a: number; b: number }, Sum>;
    readonly words: ToolHandler<{ text: string }, readonly string[]>;
    readonly act: ToolHandler<{ what: string }, string>;
  };
  readonly prompts: {
    readonly greet: PromptHandler<
      { name: string; tone?: string },
      unknown,
      Context
    >;
  };
  readonly resources: { readonly motd: ResourceHandler<unknown, Context> };
  readonly resourceTemplates: {
    readonly note: TemplateHandler<
      { folder: string; name: string },
      unknown,
      Context
    >;
  };
  readonly modules?: HandlerTable["modules"];
}

export const weatherEntry = {
  name: "weather_current",
  title: "Weather Information",
  description: "Current weather of a place",
  inputSchema: {
    type: "object",
    properties: {
      location: { type: "string", description: "A place" },
      units: {
        type: "string",
        enum: ["metric", "imperial", "kelvin"],
        description: "Units of the answer",
        default: "metric",
      },
    },
    required: ["location"],
  },
};

export const calculatorEntry = {
  name: "calculator_arithmetic",
  title: "Calculator",
  description: "Arithmetic",
  inputSchema: {
    type: "object",
    properties: {
      expression: { type: "string", description: "An expression" },
    },
    required: ["expression"],
  },
};

const kept = (ttlMs: number) => ({ ttlMs, scope: "public" }) as const;

/** The server of the two reference documents: two tools without output schema, one resource, no prompt. */
export const exampleContract: ServerContract = {
  info: { name: "example-server", version: "1.0.0" },
  identify: "discover",
  profiles: serverProfiles,
  eras: [modernServer, legacyServer],
  sessions,
  listen,
  tools: [
    { tool: calculator, entry: calculatorEntry },
    {
      tool: weather,
      entry: weatherEntry,
      defaults: { properties: { units: { default: "metric" } } },
    },
  ],
  resources: [{ resource: motd, entry: { name: "motd", uri: "test://motd" } }],
  cache: {
    discover: kept(3_600_000),
    tools: kept(300_000),
    prompts: kept(0),
    resources: kept(0),
    resourceTemplates: kept(0),
    read: kept(0),
  },
  listChanged: { tools: true, prompts: false, resources: false },
  validate: { input: "error", output: "error" },
};

/** A server with one of each kind. */
export const contract: ServerContract = {
  ...exampleContract,
  info: { name: "full-server", version: "2.0.0", title: "Full" },
  instructions: "Ask away.",
  identify: "always",
  tools: [
    ...(exampleContract.tools ?? []),
    {
      tool: add,
      entry: {
        name: "add",
        annotations: { readOnlyHint: true },
        icons: [{ src: "https://example.com/i.png" }],
        inputSchema: {
          type: "object",
          properties: {
            a: { type: "integer", "x-mcp-header": "First" },
            b: { type: "number" },
          },
          required: ["a", "b"],
        },
        outputSchema: {
          type: "object",
          properties: { sum: { type: "number" } },
          required: ["sum"],
        },
      },
    },
    {
      tool: words,
      entry: {
        name: "words",
        inputSchema: {
          type: "object",
          properties: { text: { type: "string" } },
          required: ["text"],
        },
        outputSchema: {
          $ref: "#/$defs/words",
          $defs: {
            words: { type: "array", items: { $ref: "#/$defs/word" } },
            word: { type: "string" },
          },
        },
      },
    },
    {
      tool: act,
      entry: {
        name: "act",
        inputSchema: {
          type: "object",
          properties: { what: { type: "string" } },
          required: ["what"],
        },
      },
    },
  ],
  prompts: [
    {
      prompt: greet,
      entry: {
        name: "greet",
        description: "Greets",
        arguments: [{ name: "name", required: true }, { name: "tone" }],
      },
    },
  ],
  resources: [
    {
      resource: motd,
      entry: { name: "motd", uri: "test://motd", mimeType: "text/plain" },
    },
  ],
  resourceTemplates: [
    {
      template: note,
      entry: {
        name: "note",
        uriTemplate: "note://{folder}/{name}",
        mimeType: "application/octet-stream",
      },
    },
  ],
  listChanged: { tools: true, prompts: true, resources: true },
  subscribe: true,
  logging: true,
};

export const handlers: Handlers = {
  tools: {
    calculator_arithmetic: ({ expression }) => `= ${expression}`,
    weather_current: ({ location, units }) => `${location} in ${units}`,
    add: async ({ a, b }) => ({ sum: a + b }),
    words: ({ text }) => text.split(" "),
    act: ({ what }, { app }) => `${app.greeting} ${what}`,
  },
  prompts: {
    greet: ({ name, tone }) =>
      `Greet ${name}${tone === undefined ? "" : `, ${tone}`}`,
  },
  resources: { motd: () => "Be kind" },
  resourceTemplates: {
    note: ({ folder, name }) =>
      folder === "none"
        ? undefined
        : new TextEncoder().encode(`${folder}/${name}`),
  },
};

type Options = Partial<ServerOptions<Handlers, { greeting: string }>> & {
  readonly tools?: Partial<Handlers["tools"]>;
  readonly resources?: Partial<Handlers["resources"]>;
  readonly modules?: Handlers["modules"];
  readonly warnings?: string[];
};

/** Makes a server; warnings go into the list that was given, else they fail nothing and are dropped. */
export function makeServer(
  { tools, resources, modules, warnings, ...options }: Options = {},
  changes: Partial<ServerContract> = {},
): Server {
  return createServer(
    { ...contract, ...changes },
    {
      handlers: {
        ...handlers,
        tools: { ...handlers.tools, ...tools },
        resources: { ...handlers.resources, ...resources },
        ...(modules && { modules }),
      },
      app: { greeting: "Hello" },
      onWarning: (message) => warnings?.push(message),
      ...options,
    },
  );
}

export type Message = { readonly [key: string]: unknown };

/** A client that speaks plain messages. */
export interface Raw {
  send(message: unknown): void;
  /** The next message of the server. */
  next(): Promise<Message>;
  /** Sends a request and gives the next message. */
  ask(method: string, params?: object, id?: string | number): Promise<Message>;
  /** What arrived and was not taken yet. */
  readonly waiting: readonly Message[];
  readonly connection: ServerConnection;
}

/** Connects to a server without any transport. */
export function connectRaw(server: Server, grant?: AuthGrant): Raw {
  const waiting: Message[] = [];
  const takers: ((message: Message) => void)[] = [];
  const connection = new ServerConnection(
    server.engine,
    (text) => {
      const message = JSON.parse(text) as Message;
      const taker = takers.shift();
      if (taker === undefined) waiting.push(message);
      else taker(message);
    },
    grant,
  );
  const next = (): Promise<Message> => {
    const first = waiting.shift();
    return first === undefined
      ? new Promise((resolve) => takers.push(resolve))
      : Promise.resolve(first);
  };
  let last = 0;
  return {
    send: (message) => connection.receive(JSON.parse(JSON.stringify(message))),
    next,
    ask(method, params, id = ++last) {
      connection.receive({ jsonrpc: "2.0", id, method, params });
      return next();
    },
    waiting,
    connection,
  };
}

/** Parameters of a modern request. */
export function modern(params: object = {}, meta: object = {}): object {
  return {
    ...params,
    _meta: {
      "io.modelcontextprotocol/protocolVersion": newestModern,
      "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
      "io.modelcontextprotocol/clientCapabilities": {},
      ...meta,
    },
  };
}

/** Opens a legacy session. */
export async function open(
  raw: Raw,
  version: string,
  capabilities: object = {},
): Promise<Message> {
  const answer = await raw.ask("initialize", {
    protocolVersion: version,
    capabilities,
    clientInfo: { name: "test", version: "1" },
  });
  raw.send({ jsonrpc: "2.0", method: "notifications/initialized" });
  return answer;
}
