import type { Handler } from "../../out/output/server.js";

export const either: Handler<"either"> = async (_input, _context) => {
  throw new Error("either is not implemented yet");
};
