import type { Handler } from "../../out/names-colliding/server.js";

export const save: Handler<"save"> = async (_input, _context) => {
  throw new Error("save is not implemented yet");
};
