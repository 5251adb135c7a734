import { writeFileSync } from "node:fs";
import { join } from "node:path";

/** What a server is told to say; each list in pages. */
export type Told = {
  readonly info?: object;
  readonly instructions?: string;
  readonly capabilities?: object;
  readonly tools?: readonly (readonly unknown[])[];
  readonly prompts?: readonly (readonly unknown[])[];
  readonly resources?: readonly (readonly unknown[])[];
  readonly resourceTemplates?: readonly (readonly unknown[])[];
  /** JavaScript that runs first; \`answer(message)\` may be replaced. */
  readonly script?: string;
};

const program = `
const { readFileSync } = require("node:fs");
const told = JSON.parse(readFileSync(process.argv[2], "utf8"));
const say = (message) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", ...message }) + "\\n");
const members = { "tools/list": "tools", "prompts/list": "prompts", "resources/list": "resources", "resources/templates/list": "resourceTemplates" };
let answer = ({ id, method, params }) => {
  const pages = told[members[method]];
  if (method === "initialize") {
    const { info = { name: "told", version: "1.0.0" }, capabilities = { tools: {}, prompts: {}, resources: {} }, instructions } = told;
    say({ id, result: { protocolVersion: "2025-11-25", capabilities, serverInfo: info, instructions } });
  } else if (pages === undefined) say({ id, error: { code: -32601, message: "no such method" } });
  else {
    const page = Number(params?.cursor ?? 0);
    say({ id, result: { [members[method]]: pages[page], nextCursor: page + 1 < pages.length ? String(page + 1) : undefined } });
  }
};
eval(told.script ?? "");
require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line);
  if (message.id !== undefined && message.method !== undefined) answer(message);
});
`;

/** Writes a server that says what it is told to; gives the command line that starts it. */
export function tellServer(folder: string, told: Told): string {
  const script = join(folder, "told-server.cjs");
  const words = join(folder, "told.json");
  writeFileSync(script, program);
  writeFileSync(words, JSON.stringify(told));
  return `"${process.execPath}" "${script}" "${words}"`;
}

/** A tool that takes anything. */
export function toolNamed(name: string, more: object = {}): object {
  return { name, inputSchema: { type: "object" }, ...more };
}
