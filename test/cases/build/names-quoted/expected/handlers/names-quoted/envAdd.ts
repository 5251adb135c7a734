import type { Handler } from "../../out/names-quoted/server.js";

export const envAdd: Handler<"env:add:*"> = async (_input, _context) => {
  throw new Error("env:add:* is not implemented yet");
};
