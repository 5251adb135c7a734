import type { Handler } from "../../out/names-colliding/server.js";

export const keep: Handler<"chosen"> = async (_input, _context) => {
  throw new Error("chosen is not implemented yet");
};
