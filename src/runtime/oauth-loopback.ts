import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import { AuthorizationError } from "./oauth-error.js";

export type LoopbackOptions = {
  /** Default 27182. Servers may compare it with what the client was registered with, so that it stays the same. */
  readonly port?: number | undefined;
  /** Takes the user to the address; default: in the browser of the system. Where it throws, the address is printed on stderr. */
  readonly open?: ((url: URL) => void | Promise<void>) | undefined;
  /** How long the user has, in milliseconds; default five minutes. */
  readonly timeoutMs?: number | undefined;
  /** Gives up. */
  readonly signal?: AbortSignal | undefined;
};

/** What `authorizationCode` needs to know of how a user is asked. */
export type Loopback = {
  readonly redirectUri: string;
  readonly authorize: (url: URL) => Promise<string>;
};

const host = "127.0.0.1";
const path = "/callback";
const fiveMinutesMs = 5 * 60 * 1000;

/**
 * Signs users of a command-line program in with their browser (RFC 8252 section 7.3):
 * `authorizationCode({ ...loopback(), name: "my tool" })`. For as long as a user is
 * asked, it listens on 127.0.0.1 alone; one user is asked after the other. Rejects with
 * an AuthorizationError when time is over, when `signal` says so, and where
 * the port is taken.
 */
export function loopback(options: LoopbackOptions = {}): Loopback {
  const { port = 27182 } = options;
  let turn: Promise<unknown> = Promise.resolve();
  return {
    redirectUri: `http://${host}:${port}${path}`,
    authorize(url) {
      const asked = turn.then(() => askUser(url, port, options));
      // Whoever asked hears of a failure; the next one does not.
      turn = asked.catch(() => undefined);
      return asked;
    },
  };
}

async function askUser(
  url: URL,
  port: number,
  { open = openBrowser, timeoutMs = fiveMinutesMs, signal }: LoopbackOptions,
): Promise<string> {
  // What a browser would run, or a file of this machine, is no place to sign in.
  if (url.protocol !== "https:" && url.protocol !== "http:")
    throw new AuthorizationError(
      `A user can sign in at https or http, and not at ${url.protocol}`,
    );
  const server = createServer();
  await listen(server, port);
  const done = new AbortController();
  try {
    return await new Promise<string>((resolve, reject) => {
      const stop = (when: AbortSignal | undefined, why: string): void => {
        const end = (): void => reject(new AuthorizationError(why));
        if (when?.aborted === true) end();
        when?.addEventListener("abort", end, { signal: done.signal });
      };
      stop(signal, "The sign-in was given up");
      stop(
        AbortSignal.timeout(timeoutMs),
        `Nobody signed in within ${timeoutMs / 1000} seconds`,
      );
      server.on("error", reject);
      server.on("request", (request, response) => {
        respond(request, response, url, (target) =>
          resolve(`http://${host}:${port}${target}`),
        );
      });
      if (signal?.aborted !== true) void show(url, open);
    });
  } finally {
    done.abort();
    server.close();
    // A browser keeps connections that it may never use.
    server.closeAllConnections();
  }
}

async function listen(server: Server, port: number): Promise<void> {
  server.listen({ port, host, exclusive: true });
  try {
    await once(server, "listening");
  } catch (cause) {
    throw new AuthorizationError(
      `Nothing can listen on ${host}:${port}, where the user is to be led back to: close what uses it, or pass another port to loopback()`,
      { cause },
    );
  }
}

/** Answers the browser with a page of ours; `found` gets the address that the user was led back to. */
function respond(
  { method, url: target = "" }: IncomingMessage,
  response: ServerResponse,
  asked: URL,
  found: (target: string) => void,
): void {
  const query = new URLSearchParams(
    target.startsWith(`${path}?`) ? target.slice(path.length) : "",
  );
  // Any page on the web can send a browser here; what is no answer to us must not end the wait.
  const isAnswer =
    method === "GET" &&
    (query.has("code") || query.has("error")) &&
    query.get("state") === asked.searchParams.get("state");
  if (isAnswer) response.on("close", () => found(target));
  response.writeHead(isAnswer ? 200 : 404, headers);
  const said = query.has("code") ? words.signedIn : words.refused;
  response.end(page(isAnswer ? said : words.nothing));
}

const headers = {
  "Content-Type": "text/html; charset=utf-8",
  // The address holds the code: it must not travel on, nor stay.
  "Content-Security-Policy": "default-src 'none'",
  "Referrer-Policy": "no-referrer",
  "Cache-Control": "no-store",
  Connection: "close",
};

const words = {
  signedIn: [
    "Back to your program",
    "You can close this window and go on there.",
  ],
  refused: [
    "Not signed in",
    "You can close this window. Your program says what went wrong.",
  ],
  nothing: ["Nothing here", "A program waits here for a sign-in of its own."],
} as const;

function page([title, text]: readonly [string, string]): string {
  return `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>${title}</title><h1>${title}</h1><p>${text}</p></html>`;
}

async function show(
  url: URL,
  open: (url: URL) => void | Promise<void>,
): Promise<void> {
  try {
    await open(url);
  } catch {
    // No browser is no failure: there may be one on another machine, or a phone.
    console.error(`Open this address in a browser to sign in:\n${url.href}`);
  }
}

/** How each system opens an address, without a shell that would read meaning into it. */
const openers: { readonly [platform: string]: readonly string[] } = {
  darwin: ["open"],
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};

/** Resolves when the browser has the address. */
async function openBrowser(url: URL): Promise<void> {
  const [command = "", ...args] = openers[process.platform] ?? ["xdg-open"];
  const child = spawn(command, [...args, url.href], {
    stdio: "ignore",
    detached: true,
  });
  child.unref();
  const [code] = (await once(child, "exit")) as [number | null];
  if (code !== 0) throw new Error(`${command} ended with ${code}`);
}
