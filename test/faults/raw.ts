import { Agent, request } from "node:http";
import { text } from "node:stream/consumers";

/** An answer whose body was read whole. */
export type Answer = {
  readonly status: number;
  readonly session: string | undefined;
  readonly body: string;
};

/** Sends requests over a few connections: no client of ours, whose memory would count. */
export class RawHttp {
  readonly #url: string;
  readonly #agent: Agent;

  constructor(url: string, connections: number) {
    this.#url = url;
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections });
  }

  /** Rejects where the connection breaks before the answer is whole. */
  async send(
    method: "POST" | "DELETE",
    message: object | undefined,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer> {
    const body = message && JSON.stringify({ jsonrpc: "2.0", ...message });
    return new Promise((resolve, reject) => {
      const sent = request(this.#url, {
        agent: this.#agent,
        method,
        headers: {
          Accept: "application/json, text/event-stream",
          "Content-Type": "application/json",
          ...headers,
        },
      });
      sent.on("error", reject).on("response", (response) => {
        const status = response.statusCode ?? 0;
        const id = response.headers["mcp-session-id"];
        const session = typeof id === "string" ? id : undefined;
        text(response).then(
          (read) => resolve({ status, session, body: read }),
          reject,
        );
      });
      sent.end(body);
    });
  }

  /** Opens a session of the legacy era, and gives its id. */
  async open(capabilities: object = {}): Promise<string> {
    const { session, status, body } = await this.send("POST", {
      id: 1,
      method: "initialize",
      params: {
        protocolVersion: "2025-11-25",
        capabilities,
        clientInfo: { name: "raw", version: "1.0.0" },
      },
    });
    if (session === undefined)
      throw new Error(`initialize gave no session: ${status} ${body}`);
    return session;
  }

  /** Calls a tool in a session, or without one. */
  async call(name: string, input: object, session?: string): Promise<Answer> {
    return this.send(
      "POST",
      { id: 2, method: "tools/call", params: { name, arguments: input } },
      session === undefined ? {} : { "Mcp-Session-Id": session },
    );
  }

  close(): void {
    this.#agent.destroy();
  }
}

/** The text of a tool's result. */
export function textOf({ body }: Answer): string {
  const { result } = JSON.parse(body) as {
    readonly result: { readonly content: readonly [{ text: string }] };
  };
  return result.content[0].text;
}
