import type { Handler } from "../../out/open/server.js";

export const strict: Handler<"strict"> = async (_input, _context) => {
  throw new Error("strict is not implemented yet");
};
