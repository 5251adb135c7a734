import { Agent, request } from "node:http";
import { expect, it, onTestFinished } from "vitest";
import { serveHttp } from "../../../src/runtime/node-http-server.js";
import { makeServer } from "../server/fixture.js";

const call = JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: { name: "act", arguments: { what: "" } },
});

/** The status of one POST, or the code of what went wrong. */
function post(url: string, agent: Agent): Promise<number | string> {
  return new Promise((resolve) => {
    const headers = { "content-type": "application/json" };
    const sent = request(url, { method: "POST", agent, headers });
    sent.on("error", (error: NodeJS.ErrnoException) =>
      resolve(error.code ?? error.message),
    );
    sent.on("response", (response) => {
      response.on("error", () => resolve("cut"));
      response.on("end", () => resolve(response.statusCode ?? 0)).resume();
    });
    sent.end(call);
  });
}

it("loses no request that it has begun when it closes under load", async () => {
  let begun = 0;
  const server = makeServer({
    tools: {
      async act() {
        begun += 1;
        await new Promise((resolve) => setTimeout(resolve, 5));
        return "done";
      },
    },
  });
  const listener = await serveHttp(server, { port: 0 });
  const agent = new Agent({ keepAlive: true, maxSockets: 50 });
  onTestFinished(() => agent.destroy());
  const answers = new Map<number | string, number>();
  const caller = async (): Promise<void> => {
    for (;;) {
      const answer = await post(listener.url, agent);
      answers.set(answer, (answers.get(answer) ?? 0) + 1);
      if (answer !== 200) return;
      if (begun >= 500) void server.close();
    }
  };
  await Promise.all(Array.from({ length: 50 }, caller));
  await server.close();
  expect(answers.get(200)).toBe(begun);
  expect(begun).toBeGreaterThanOrEqual(500);
  const others = [...answers.keys()].filter((answer) => answer !== 200);
  // What is not taken any more is refused, or finds the door closed.
  expect([503, "ECONNREFUSED", "ECONNRESET"]).toEqual(
    expect.arrayContaining(others),
  );
});
