import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, onTestFinished } from "vitest";
import type * as OAuth from "../../../src/runtime/oauth.js";
import type { clientCredentials } from "../../../src/runtime/oauth-client-credentials.js";
import type { dpop } from "../../../src/runtime/oauth-dpop.js";
import type { fileStore } from "../../../src/runtime/oauth-file-store.js";
import type { privateKeyJwt } from "../../../src/runtime/oauth-jwt.js";
import type { nodeHttp } from "../../../src/runtime/node-http-client.js";
import type { httpHandler } from "../../../src/runtime/node-http-server.js";
import type { Server } from "../../../src/runtime/server.js";
import type { ProtectedResource } from "../../../src/runtime/server-token.js";
import type { ClientAuth, Transport } from "../../../src/runtime/transport.js";
import { openConsumer, writeFiles } from "../../support/consumer.js";
import { project } from "../../support/project.js";
import { shownFiles } from "../../support/shown-files.js";
import { openTemporary } from "../../support/temporary.js";
import { generate, load } from "../generated.js";
import {
  type AuthorizationServer,
  type Settings,
  startAuthorizationServer,
} from "./authorization-server.js";
import { browse } from "./browser.js";
import { listen, type Said } from "./said.js";

/** The client of docs/authorization.md. */
export interface Notes {
  readonly server: { readonly version: string };
  readonly tools: {
    listNotes(input: object): Promise<{ notes: string[] }>;
    addNote(input: { text: string }): Promise<{ text: string }>;
  };
  close(): Promise<void>;
}

/** What docs/authorization.md makes, as emitted and as shown. */
type Emitted = {
  connectNotes(
    transport: Transport,
    options: {
      auth?: ClientAuth;
      versions?: readonly string[];
      onWarning?: (text: string) => void;
    },
  ): Promise<Notes>;
  createNotesServer(options: object): Server;
  handlers: object;
  createApp(): Promise<object>;
  createAuth(): ProtectedResource;
  introspect: ProtectedResource["verify"];
  nodeHttp: typeof nodeHttp;
  httpHandler: typeof httpHandler;
  oauth: typeof OAuth.oauth;
  authorizationCode: typeof OAuth.authorizationCode;
  AuthorizationError: typeof OAuth.AuthorizationError;
  clientCredentials: typeof clientCredentials;
  privateKeyJwt: typeof privateKeyJwt;
  dpop: typeof dpop;
  fileStore: typeof fileStore;
};

const modules = {
  "notes/client": ["connectNotes"],
  "notes/server": ["createNotesServer"],
  "notes/handlers": ["handlers"],
  "../handlers/notes/app": ["createApp"],
  "../handlers/notes/auth": ["createAuth"],
  "../handlers/notes/introspect": ["introspect"],
  "runtime/node-http-client": ["nodeHttp"],
  "runtime/node-http-server": ["httpHandler"],
  "runtime/oauth": ["oauth", "authorizationCode", "AuthorizationError"],
  "runtime/oauth-client-credentials": ["clientCredentials"],
  "runtime/oauth-jwt": ["privateKeyJwt"],
  "runtime/oauth-dpop": ["dpop"],
  "runtime/oauth-file-store": ["fileStore"],
} as const;

export const redirectUri = "http://127.0.0.1:9/callback";
/** What the server of the documentation can ask for. */
export const everyScope = "notes:read notes:write";

/** The server and the client of docs/authorization.md, and a real authorization server; the same for all tests of a file. */
export type World = {
  readonly authorization: AuthorizationServer;
  /** The address of the MCP server. */
  readonly url: string;
  readonly emitted: Emitted;
  /** The folder of the project. */
  readonly folder: string;
  /** What answers at the address. */
  answerWith(listener: RequestListener): void;
};

/** Opens a world before the tests of a file. */
export function openWorld(settings?: Settings): World {
  const world: { -readonly [key in keyof World]?: World[key] } = {};
  const closers: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    const authorization = await startAuthorizationServer(settings);
    closers.push(authorization.close);
    const { port, answerWith, close } = await listenHttp();
    closers.push(close);
    const folder = await openTemporary("notes");
    closers.push(folder.remove);
    const url = `http://127.0.0.1:${port}/mcp`;
    await writeProject(folder.path, url, authorization.issuer);
    const emitted = await load<Emitted>(folder.path, modules);
    Object.assign(world, { authorization, url, emitted, answerWith });
    Object.assign(world, { folder: folder.path });
  });
  afterAll(async () => {
    for (const close of closers.reverse()) await close();
  });
  return world as World;
}

async function listenHttp() {
  const http = createServer();
  http.listen(0, "127.0.0.1");
  await once(http, "listening");
  const { port } = http.address() as AddressInfo;
  return {
    port,
    answerWith(listener: RequestListener) {
      http.removeAllListeners("request").on("request", listener);
    },
    async close() {
      http.closeAllConnections();
      http.close();
      await once(http, "close");
    },
  };
}

/** The files that docs/authorization.md shows, for other addresses, and what is built of them. */
export async function writeProject(
  folder: string,
  url: string,
  issuer: string,
  changes: { readonly [text: string]: string } = {},
): Promise<void> {
  const text = await readFile(project("docs/authorization.md"), "utf8");
  const placed = Object.entries({
    "https://notes.example.com/mcp": url,
    "https://login.example.com": issuer,
    ...changes,
  }).reduce((left, [from, to]) => left.replaceAll(from, to), text);
  const { "manifest.yaml": manifest = "", ...files } = shownFiles(placed);
  await openConsumer(folder, ["@types", "jose"]);
  await writeFiles(folder, files);
  await generate(folder, { "manifest.yaml": manifest });
}

/** One test in a world: what it said, and what it may leave behind. */
export type Scene = {
  readonly said: Said;
  /** The address that the user was last led back to. */
  readonly answers: URL[];
  /** A grant for which the user goes through the pages of the authorization server. */
  askUser(
    change?: (answer: URL) => URL,
  ): ReturnType<typeof OAuth.authorizationCode>;
  connect(auth: ClientAuth, versions?: readonly string[]): Promise<Notes>;
};

/** Serves notes anew, and listens to what is said; at the end nothing secret may have been. */
export async function openScene(
  { authorization, emitted, url, answerWith }: World,
  change: Partial<ProtectedResource> = {},
  around: (listener: RequestListener) => RequestListener = (listener) =>
    listener,
): Promise<Scene> {
  const said = listen();
  authorization.exchanges.length = 0;
  authorization.decision = "allow";
  authorization.nonces = false;
  authorization.fails.clear();
  authorization.resources.clear();
  authorization.resources.set(url, { scope: everyScope, accessTokenTTL: 300 });
  const onWarning = (...warning: unknown[]) => {
    for (const part of warning) said.error(part);
  };
  const server = emitted.createNotesServer({
    handlers: emitted.handlers,
    app: await emitted.createApp(),
    auth: { ...emitted.createAuth(), ...change },
    onWarning,
  });
  answerWith(around(emitted.httpHandler(server)));
  onTestFinished(() => server.close());
  const answers: URL[] = [];
  return {
    said,
    answers,
    askUser: (changed = (answer) => answer) =>
      emitted.authorizationCode({
        redirectUri,
        name: "notes test",
        async authorize(address) {
          const answer = await browse(address, redirectUri);
          answers.push(answer);
          return changed(answer);
        },
      }),
    async connect(auth, versions) {
      const client = await emitted.connectNotes(emitted.nodeHttp({ url }), {
        auth,
        onWarning,
        ...(versions && { versions }),
      });
      onTestFinished(() => client.close());
      return client;
    },
  };
}

/** The error that something ends with; fails where there is none. */
export async function failure(
  { said }: Scene,
  work: Promise<unknown>,
): Promise<Error & { code?: string; issuer?: string }> {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof Error)) throw new Error("It was not refused");
  said.error(error);
  return error;
}
