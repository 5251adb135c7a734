import type { Handler } from "../../out/names-reserved/server.js";

export const validators: Handler<"validators"> = async (_input, _context) => {
  throw new Error("validators is not implemented yet");
};
