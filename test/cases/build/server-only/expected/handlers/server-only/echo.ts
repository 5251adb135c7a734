import type { Handler } from "../../out/server-only/server.js";

export const echo: Handler<"echo"> = async (_input, _context) => {
  throw new Error("echo is not implemented yet");
};
