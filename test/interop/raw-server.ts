import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface, type Interface } from "node:readline";
import { project } from "../support/project.js";
import type { Message } from "./exchanges.js";

/** The start file of a server that is installed as a package. */
export function serverProgram(name: string): string {
  return project("node_modules/@modelcontextprotocol", name, "dist/index.js");
}

const methods = {
  tools: "tools/list",
  prompts: "prompts/list",
  resources: "resources/list",
  resourceTemplates: "resources/templates/list",
} as const;

export type List = keyof typeof methods;

export type Lists = { [list in List]?: readonly Message[] };

/** What a server lists, asked for with lines of our own: no client of ours has a say in it. */
export async function rawLists(
  args: readonly string[],
  lists: readonly List[],
  capabilities: object = {},
): Promise<Lists> {
  const child = spawn(process.execPath, args, {
    stdio: ["pipe", "pipe", "ignore"],
  });
  const exited = once(child, "exit");
  const lines = createInterface({ input: child.stdout });
  let lastId = 0;
  const say = (message: object) =>
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const ask = async (method: string, params: object): Promise<Message> => {
    const id = ++lastId;
    const answered = answerOf(lines, id);
    say({ id, method, params });
    return answered;
  };
  try {
    await ask("initialize", {
      protocolVersion: "2025-11-25",
      capabilities,
      clientInfo: { name: "raw", version: "1.0.0" },
    });
    say({ method: "notifications/initialized" });
    const found: Lists = {};
    for (const list of lists) {
      const result = await ask(methods[list], {});
      if (result["nextCursor"] !== undefined)
        throw new Error(`${list} come in pages, which nobody reads here`);
      found[list] = result[list] as Message[];
    }
    return found;
  } finally {
    child.kill();
    await exited;
  }
}

/** Rejects when the lines end before. */
function answerOf(lines: Interface, id: number): Promise<Message> {
  return new Promise((resolve, reject) => {
    const end = (): void => reject(new Error("the server has ended"));
    const take = (line: string): void => {
      const message = JSON.parse(line) as Message;
      if (message["id"] !== id || "method" in message) return;
      lines.off("line", take).off("close", end);
      resolve(message["result"] as Message);
    };
    lines.on("line", take).once("close", end);
  });
}
