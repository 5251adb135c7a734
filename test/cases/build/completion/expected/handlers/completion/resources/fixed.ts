import type { TemplateHandler } from "../../../out/completion/server.js";

export const fixed: TemplateHandler<"fixed"> = async (_input, _context) => {
  throw new Error("fixed is not implemented yet");
};
