import type { Handler } from "../../out/names-reserved/server.js";

export const default_: Handler<"default"> = async (_input, _context) => {
  throw new Error("default is not implemented yet");
};
