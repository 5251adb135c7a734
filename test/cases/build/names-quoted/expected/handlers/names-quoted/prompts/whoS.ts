import type { PromptHandler } from "../../../out/names-quoted/server.js";

export const whoS: PromptHandler<"who's"> = async (_input, _context) => {
  throw new Error("who's is not implemented yet");
};
