import type { Handler } from "../../out/names-reserved/server.js";

export const delete2: Handler<"Delete"> = async (_input, _context) => {
  throw new Error("Delete is not implemented yet");
};
