import type { PromptHandler } from "../../../out/completion/server.js";

export const complete_: PromptHandler<"complete"> = async (
  _input,
  _context,
) => {
  throw new Error("complete is not implemented yet");
};
