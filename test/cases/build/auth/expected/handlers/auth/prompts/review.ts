import type { PromptHandler } from "../../../out/auth/server.js";

export const review: PromptHandler<"review"> = async (_input, _context) => {
  throw new Error("review is not implemented yet");
};
