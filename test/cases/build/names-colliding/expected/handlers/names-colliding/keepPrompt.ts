import type { Handler } from "../../out/names-colliding/server.js";

export const keepPrompt: Handler<"keepPrompt"> = async (_input, _context) => {
  throw new Error("keepPrompt is not implemented yet");
};
