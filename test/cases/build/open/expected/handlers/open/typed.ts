import type { Handler } from "../../out/open/server.js";

export const typed: Handler<"typed"> = async (_input, _context) => {
  throw new Error("typed is not implemented yet");
};
