import type {
  IncomingMessage,
  RequestListener,
  ServerResponse,
} from "node:http";

/** A transport of an official server, which serves one session. */
type Served = {
  handleRequest(
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void>;
};

/** The map of sessions that the official examples keep: a transport for each, until it is ended. */
export function withSessions(
  open: (
    opened: (id: string) => void,
    closed: (id: string) => void,
  ) => Promise<Served>,
): RequestListener {
  const sessions = new Map<string, Served>();
  const opened = async (): Promise<Served> => {
    const served: Served = await open(
      (id) => void sessions.set(id, served),
      (id) => void sessions.delete(id),
    );
    return served;
  };
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const id = request.headers["mcp-session-id"] as string | undefined;
    const served = id === undefined ? await opened() : sessions.get(id);
    if (served === undefined) response.writeHead(404).end();
    else await served.handleRequest(request, response);
  };
  return (request, response) => void handle(request, response);
}
