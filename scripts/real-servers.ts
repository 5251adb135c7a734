/** A server from npm that lists what it offers without a real key. */
export type RealServer = {
  readonly name: string;
  readonly args?: readonly string[];
  /** Made-up values for what the server insists on. */
  readonly env?: Readonly<Record<string, string>>;
};

const key = "made-up-key-0123456789";

/** Servers over stdio, of many authors and SDK versions. */
export const realServers: readonly RealServer[] = [
  { name: "@modelcontextprotocol/server-everything" },
  { name: "@modelcontextprotocol/server-filesystem", args: ["files"] },
  { name: "@modelcontextprotocol/server-memory" },
  { name: "@modelcontextprotocol/server-sequential-thinking" },
  {
    name: "@modelcontextprotocol/server-brave-search",
    env: { BRAVE_API_KEY: key },
  },
  {
    name: "@modelcontextprotocol/server-google-maps",
    env: { GOOGLE_MAPS_API_KEY: key },
  },
  { name: "@eslint/mcp" },
  { name: "@mui/mcp" },
  { name: "exa-mcp-server", env: { EXA_API_KEY: key } },
  {
    name: "figma-developer-mcp",
    args: ["--stdio"],
    env: { FIGMA_API_KEY: key },
  },
  {
    name: "@notionhq/notion-mcp-server",
    env: { NOTION_TOKEN: "ntn_made_up_0123456789" },
  },
  { name: "@perplexity-ai/mcp-server", env: { PERPLEXITY_API_KEY: key } },
  { name: "@pinecone-database/mcp", env: { PINECONE_API_KEY: key } },
  { name: "@tacticlaunch/mcp-linear", env: { LINEAR_API_TOKEN: key } },
  { name: "@vapi-ai/mcp-server", env: { VAPI_TOKEN: key } },
  { name: "@zereight/mcp-gitlab", env: { GITLAB_PERSONAL_ACCESS_TOKEN: key } },
  { name: "@antv/mcp-server-chart" },
  {
    name: "@line/line-bot-mcp-server",
    env: { CHANNEL_ACCESS_TOKEN: key, DESTINATION_USER_ID: "U0123456789" },
  },
  {
    name: "@elastic/mcp-server-elasticsearch",
    env: { ES_URL: "http://127.0.0.1:9", ES_API_KEY: key },
  },
  { name: "chrome-devtools-mcp" },
  { name: "@hubspot/mcp-server", env: { PRIVATE_APP_ACCESS_TOKEN: key } },
  { name: "@iterable/mcp", env: { ITERABLE_API_KEY: "0".repeat(32) } },
  {
    name: "backlog-mcp-server",
    env: { BACKLOG_DOMAIN: "example.backlog.com", BACKLOG_API_KEY: key },
  },
  { name: "@circleci/mcp-server-circleci", env: { CIRCLECI_TOKEN: key } },
  {
    name: "@transloadit/mcp-server",
    args: ["stdio"],
    env: { TRANSLOADIT_KEY: key, TRANSLOADIT_SECRET: key },
  },
  { name: "@aashari/mcp-server-atlassian-bitbucket" },
  { name: "webflow-mcp-server", env: { WEBFLOW_TOKEN: key } },
];
