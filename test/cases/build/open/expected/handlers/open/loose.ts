import type { Handler } from "../../out/open/server.js";

export const loose: Handler<"loose"> = async (_input, _context) => {
  throw new Error("loose is not implemented yet");
};
