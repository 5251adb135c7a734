import type { Handler } from "../../generated/code/http-ts/server.ts";

export const echo: Handler<"echo"> = async (_input, _context) => {
  throw new Error("echo is not implemented yet");
};
