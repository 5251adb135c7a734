import type { Handler } from "../../out/tasks/server.js";

export const pasted: Handler<"pasted"> = async (_input, _context) => {
  throw new Error("pasted is not implemented yet");
};
