import type { Handler } from "../../out/names-reserved/server.js";

export const close: Handler<"close"> = async (_input, _context) => {
  throw new Error("close is not implemented yet");
};
