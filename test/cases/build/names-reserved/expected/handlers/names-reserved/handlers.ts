import type { Handler } from "../../out/names-reserved/server.js";

export const handlers: Handler<"handlers"> = async (_input, _context) => {
  throw new Error("handlers is not implemented yet");
};
