import type { PromptHandler } from "../../../out/prompts/server.js";

export const both: PromptHandler<"both"> = async (_input, _context) => {
  throw new Error("both is not implemented yet");
};
