import type { Handler } from "../../out/server-without-main/server.js";

export const now: Handler<"now"> = async (_input, _context) => {
  throw new Error("now is not implemented yet");
};
