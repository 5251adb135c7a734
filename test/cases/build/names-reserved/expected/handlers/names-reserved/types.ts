import type { Handler } from "../../out/names-reserved/server.js";

export const types: Handler<"types"> = async (_input, _context) => {
  throw new Error("types is not implemented yet");
};
