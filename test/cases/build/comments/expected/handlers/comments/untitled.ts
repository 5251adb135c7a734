import type { Handler } from "../../out/comments/server.js";

export const untitled: Handler<"untitled"> = async (_input, _context) => {
  throw new Error("untitled is not implemented yet");
};
