import type { PromptHandler } from "../../../out/prompts/server.js";

export const optional: PromptHandler<"optional"> = async (_input, _context) => {
  throw new Error("optional is not implemented yet");
};
