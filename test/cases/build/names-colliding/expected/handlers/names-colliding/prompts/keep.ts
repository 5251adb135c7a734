import type { PromptHandler } from "../../../out/names-colliding/server.js";

export const keep: PromptHandler<"keep"> = async (_input, _context) => {
  throw new Error("keep is not implemented yet");
};
