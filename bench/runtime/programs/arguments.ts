import { appendFileSync } from "node:fs";
import type { Era } from "./session.js";

/** How a server is started. */
export type ServerArguments = {
  readonly transport: "stdio" | "http";
  readonly tools: number;
  readonly era: Era;
};

/** `stdio 3 modern`; a file as fourth argument gets a line for each start. */
export function serverArguments(): ServerArguments {
  const [transport, tools, era, starts] = process.argv.slice(2);
  if (starts !== undefined) appendFileSync(starts, `${process.pid}\n`);
  return {
    transport: transport as ServerArguments["transport"],
    tools: Number(tools),
    era: era as Era,
  };
}
