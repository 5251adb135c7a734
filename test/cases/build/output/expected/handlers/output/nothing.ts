import type { Handler } from "../../out/output/server.js";

export const nothing: Handler<"nothing"> = async (_input, _context) => {
  throw new Error("nothing is not implemented yet");
};
