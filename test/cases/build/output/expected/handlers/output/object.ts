import type { Handler } from "../../out/output/server.js";

export const object: Handler<"object"> = async (_input, _context) => {
  throw new Error("object is not implemented yet");
};
