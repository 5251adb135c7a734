import type { Handler } from "../../out/definitions/server.js";

export const load: Handler<"load"> = async (_input, _context) => {
  throw new Error("load is not implemented yet");
};
