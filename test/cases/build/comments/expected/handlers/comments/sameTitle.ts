import type { Handler } from "../../out/comments/server.js";

export const sameTitle: Handler<"same_title"> = async (_input, _context) => {
  throw new Error("same_title is not implemented yet");
};
