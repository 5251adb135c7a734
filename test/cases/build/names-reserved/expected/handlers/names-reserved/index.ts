import type { Handler } from "../../out/names-reserved/server.js";

export const index: Handler<"index"> = async (_input, _context) => {
  throw new Error("index is not implemented yet");
};
