import type { Handler } from "../../out/names-reserved/server.js";

export const prompts: Handler<"prompts"> = async (_input, _context) => {
  throw new Error("prompts is not implemented yet");
};
