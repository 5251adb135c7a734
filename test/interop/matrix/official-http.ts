import { once } from "node:events";
import {
  createServer,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** Answers a request whose body, if any, was read and decoded. */
export type Route = (
  request: IncomingMessage,
  response: ServerResponse,
  body: unknown,
) => Promise<void>;

/** Listens on a free port, and prints the address as the emitted main does. */
export async function listenHttp(route: Route): Promise<void> {
  const http = createServer((request, response) => {
    text(request)
      .then((body) =>
        route(request, response, body === "" ? undefined : JSON.parse(body)),
      )
      .catch((error: unknown) => {
        console.error(error);
        response.destroy();
      });
  });
  http.listen(0, "127.0.0.1");
  await once(http, "listening");
  const { port } = http.address() as AddressInfo;
  console.error(`Listening on http://127.0.0.1:${port}/`);
}

/** What a transport of either generation does for a session over HTTP. */
export interface SessionTransport {
  readonly sessionId?: string | undefined;
  handleRequest: Route;
}

/** Opens a session for each initialize, and finds it again by its id. */
export function sessions(
  open: (opened: (id: string) => void) => Promise<SessionTransport>,
): Route {
  const bySession = new Map<string, SessionTransport>();
  return async (request, response, body) => {
    const id = request.headers["mcp-session-id"];
    let transport = typeof id === "string" ? bySession.get(id) : undefined;
    if (id !== undefined && transport === undefined) {
      response.writeHead(404).end();
      return;
    }
    transport ??= await open((opened) => {
      if (transport !== undefined) bySession.set(opened, transport);
    });
    await transport.handleRequest(request, response, body);
  };
}
