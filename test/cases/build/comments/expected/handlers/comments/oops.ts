import type { Handler } from "../../out/comments/server.js";

export const oops: Handler<"oops"> = async (_input, _context) => {
  throw new Error("oops is not implemented yet");
};
