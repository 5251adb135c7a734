import type { Handler } from "../../out/names-colliding/server.js";

export const saveInput: Handler<"saveInput"> = async (_input, _context) => {
  throw new Error("saveInput is not implemented yet");
};
