import type { Handler } from "../../out/open/server.js";

export const any: Handler<"any"> = async (_input, _context) => {
  throw new Error("any is not implemented yet");
};
