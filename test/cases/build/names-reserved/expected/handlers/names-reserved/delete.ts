import type { Handler } from "../../out/names-reserved/server.js";

export const delete_: Handler<"delete"> = async (_input, _context) => {
  throw new Error("delete is not implemented yet");
};
