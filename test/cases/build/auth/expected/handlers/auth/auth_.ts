import type { Handler } from "../../out/auth/server.js";

export const auth: Handler<"auth"> = async (_input, _context) => {
  throw new Error("auth is not implemented yet");
};
