import type { Handler } from "../../out/names-reserved/server.js";

export const set: Handler<"Set"> = async (_input, _context) => {
  throw new Error("Set is not implemented yet");
};
