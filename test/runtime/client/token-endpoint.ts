import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import type { AuthorizationServer } from "../../../src/runtime/oauth-shapes.js";

/** What was sent to a token endpoint. */
export type Asked = {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly parameters: Readonly<Record<string, string>>;
};

/** What it answers; JSON where the body is an object. */
export type Answer = {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: object | string;
};

export const bearer: Answer = {
  body: { access_token: "t1", token_type: "Bearer" },
};

/**
 * A token endpoint on this machine until the test ends, of a server that describes
 * itself. `answer` hears how many requests came before; `asked` collects them.
 */
export async function tokenEndpoint(
  answer: (asked: Asked, before: number) => Answer,
  metadata: Partial<AuthorizationServer> = {},
) {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    if (request.method === "GET") {
      response.end(JSON.stringify(described()));
      return;
    }
    let text = "";
    request.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
    request.on("end", () => {
      const parameters = Object.fromEntries(new URLSearchParams(text));
      const one = { headers: request.headers, parameters };
      const { status = 200, headers, body } = answer(one, asked.length);
      asked.push(one);
      response.writeHead(status, headers);
      response.end(typeof body === "string" ? body : JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) =>
    server.listen(0, "127.0.0.1", () => resolve()),
  );
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${port}`;
  const described = () => ({
    issuer,
    token_endpoint: `${issuer}/token`,
    ...metadata,
  });
  return { asked, server: described() satisfies AuthorizationServer };
}
