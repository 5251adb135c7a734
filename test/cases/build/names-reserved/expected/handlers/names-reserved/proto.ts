import type { Handler } from "../../out/names-reserved/server.js";

export const proto: Handler<"__proto__"> = async (_input, _context) => {
  throw new Error("__proto__ is not implemented yet");
};
