import type { Handler } from "../../out/names-colliding/server.js";

export const save2: Handler<"Save"> = async (_input, _context) => {
  throw new Error("Save is not implemented yet");
};
