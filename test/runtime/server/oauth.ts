import { completion } from "../../../src/runtime/server-completion.js";
import { sessions } from "../../../src/runtime/http-sessions.js";
import { sse } from "../../../src/runtime/http-sse.js";
import {
  createServer,
  type Server,
  type ServerContract,
} from "../../../src/runtime/server.js";
import {
  protect,
  type ProtectedOptions,
} from "../../../src/runtime/server-oauth.js";
import { entryScopes } from "../../../src/runtime/server-scopes.js";
import { tasks } from "../../../src/runtime/server-tasks.js";
import type {
  ProtectedResource,
  VerifiedToken,
} from "../../../src/runtime/server-token.js";
import type { Protocol } from "../../../src/runtime/protocol.js";
import { contract, type Handlers, handlers } from "./fixture.js";

export const resource = "https://mcp.example.com/mcp";
export const metadataUrl =
  "https://mcp.example.com/.well-known/oauth-protected-resource/mcp";

/** What the tokens of the tests are worth; their names say it. */
const worth: { readonly [token: string]: Partial<VerifiedToken> | undefined } =
  {
    reader: { scopes: "notes:read" },
    writer: { subject: "bob", scopes: ["notes:read", "notes:write", "act"] },
    nobody: {},
    stranger: { audience: "https://other.example.com/mcp" },
    alias: { audience: ["api://notes"] },
    capitals: { audience: "HTTPS://MCP.example.com:443/mcp" },
    old: { expiresAt: Date.now() - 1 },
    seconds: { expiresAt: Date.now() / 1000 + 3600 },
    nameless: { subject: "" },
  };

export const verify = (token: string): VerifiedToken | undefined => {
  const known = worth[token];
  return (
    known && {
      subject: "ada",
      audience: resource,
      expiresAt: Date.now() + 3_600_000,
      ...known,
    }
  );
};

type Options = ProtectedOptions<
  Handlers,
  { greeting: string },
  Protocol,
  VerifiedToken
>;

const scoped = <Row extends { readonly entry: { readonly name: string } }>(
  rows: readonly Row[] | undefined,
  scopes: { readonly [name: string]: readonly string[] },
): readonly Row[] =>
  (rows ?? []).map((row) => {
    const own = scopes[row.entry.name];
    return own === undefined ? row : { ...row, scopes: own };
  });

/** Entries of each kind that need scopes: notes to read, one tool to act. */
const guarded: ServerContract = {
  ...contract,
  scopes: entryScopes,
  sessions,
  sse,
  completion,
  tasks,
  tools: scoped(contract.tools, { act: ["act", "notes:write"] }),
  prompts: scoped(contract.prompts, { greet: ["notes:read"] }),
  resourceTemplates: scoped(contract.resourceTemplates, {
    note: ["notes:read"],
  }),
};

/** A server with tokens that the tests know; warnings go into the list. */
export function protectedServer(
  auth: Partial<ProtectedResource> = {},
  more: Partial<Options> & { readonly warnings?: string[] } = {},
): Server {
  const { warnings, ...options } = more;
  return createServer(
    guarded,
    protect(guarded, {
      handlers,
      app: { greeting: "Hello" },
      onWarning: (message) => warnings?.push(message),
      auth: {
        resource,
        authorizationServers: ["https://login.example.com"],
        verify,
        ...auth,
      },
      ...options,
    }),
  );
}
