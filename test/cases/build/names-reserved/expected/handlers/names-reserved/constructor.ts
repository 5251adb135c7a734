import type { Handler } from "../../out/names-reserved/server.js";

export const constructor: Handler<"constructor"> = async (_input, _context) => {
  throw new Error("constructor is not implemented yet");
};
