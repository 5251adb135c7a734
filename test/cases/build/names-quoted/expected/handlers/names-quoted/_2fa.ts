import type { Handler } from "../../out/names-quoted/server.js";

export const _2fa: Handler<"2fa"> = async (_input, _context) => {
  throw new Error("2fa is not implemented yet");
};
