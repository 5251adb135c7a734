import type { Handler } from "../../out/auth/server.js";

export const add: Handler<"add"> = async (_input, _context) => {
  throw new Error("add is not implemented yet");
};
