import type { TemplateHandler } from "../../../out/auth/server.js";

export const one: TemplateHandler<"one"> = async (_input, _context) => {
  throw new Error("one is not implemented yet");
};
