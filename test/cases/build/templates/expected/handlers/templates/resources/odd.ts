import type { TemplateHandler } from "../../../out/templates/server.js";

export const odd: TemplateHandler<"odd"> = async (_input, _context) => {
  throw new Error("odd is not implemented yet");
};
