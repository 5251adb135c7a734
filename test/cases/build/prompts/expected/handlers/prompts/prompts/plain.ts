import type { PromptHandler } from "../../../out/prompts/server.js";

export const plain: PromptHandler<"plain"> = async (_input, _context) => {
  throw new Error("plain is not implemented yet");
};
