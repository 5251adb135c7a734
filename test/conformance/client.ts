/** The program of the everything client: `node client.mjs URL`, with the scenario in the environment. */
import { authorization, type AuthorizationContext } from "./authorization.js";
import { nodeHttp } from "./out/runtime/node-http-client.js";
import { connectSuite, type SuiteClient } from "./out/suite/client.js";

type Arguments = { readonly [name: string]: unknown };
type Scenario = (client: SuiteClient) => Promise<void>;

const [, , url = ""] = process.argv;
const {
  MCP_CONFORMANCE_SCENARIO: scenario = "",
  MCP_CONFORMANCE_PROTOCOL_VERSION: version = "",
  MCP_CONFORMANCE_CONTEXT: contextText = "{}",
} = process.env;
const context = JSON.parse(contextText) as AuthorizationContext & {
  readonly toolCalls?: readonly { name: string; arguments: Arguments }[];
};

/** What a scenario wants beyond the usual: every tool is listed, and called where it says nothing else. */
const scenarios: { readonly [name: string]: Scenario } = {
  initialize: async (client) => void (await listed(client)),
  "request-metadata": async (client) => void (await listed(client)),
  "json-schema-ref-no-deref": async (client) => void (await listed(client)),
  tools_call: async (client) => {
    await listed(client);
    await callTool(client, "add_numbers", { a: 2, b: 3 });
  },
  "sse-retry": (client) => callTool(client, "test_reconnection"),
  "http-standard-headers": async (client) => {
    await callEach(client, {});
    for await (const { uri } of client.listResources())
      await client.readResource(uri);
    for await (const { name } of client.listPrompts())
      await client.request("prompts/get", { name });
  },
  "http-custom-headers": async (client) => {
    await listed(client);
    for (const { name, arguments: input } of context.toolCalls ?? [])
      await callTool(client, name, input);
  },
  "http-invalid-tool-headers": (client) =>
    callEach(client, { region: "us-west1" }),
  "json-schema-2020-12-preservation": async (client) => {
    const tools = await listed(client);
    const schema = tools.find(
      ({ name }) => name === "json_schema_2020_12_tool",
    )?.inputSchema;
    await callTool(client, "json_schema_echo", { schema });
  },
};

async function listed(client: SuiteClient) {
  const tools = [];
  for await (const tool of client.listTools()) tools.push(tool);
  return tools;
}

async function callTool(
  client: SuiteClient,
  name: string,
  input: Arguments = {},
): Promise<void> {
  await client.request("tools/call", { name, arguments: input });
}

async function callEach(client: SuiteClient, input: Arguments): Promise<void> {
  for (const { name } of await listed(client))
    await callTool(client, name, input);
}

await using client = await connectSuite(nodeHttp({ url }), {
  info: { name: "everything-client", version: "1.0.0" },
  versions: [version],
  auth: await authorization(scenario, context, url),
  // Fields that are left out get the defaults of the form; the one form without defaults asks for a confirmation.
  onElicit: ({ requestedSchema }) => ({
    action: "accept",
    content:
      "confirmed" in requestedSchema.properties ? { confirmed: true } : {},
  }),
  onSample: () => ({
    resultType: "complete",
    role: "assistant",
    model: "none",
    content: { type: "text", text: "A model would say something here" },
  }),
  roots: [{ uri: "file:///conformance" }],
  onWarning: (message) => console.error(message),
});
const run = scenarios[scenario] ?? ((client) => callEach(client, {}));
await run(client);
