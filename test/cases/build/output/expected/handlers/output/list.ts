import type { Handler } from "../../out/output/server.js";

export const list: Handler<"list"> = async (_input, _context) => {
  throw new Error("list is not implemented yet");
};
