import type { Handler } from "../../out/names-reserved/server.js";

export const delete_: Handler<"Delete"> = async (_input, _context) => {
  throw new Error("Delete is not implemented yet");
};
