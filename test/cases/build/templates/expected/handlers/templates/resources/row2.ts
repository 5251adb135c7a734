import type { TemplateHandler } from "../../../out/templates/server.js";

export const row2: TemplateHandler<"row"> = async (_input, _context) => {
  throw new Error("row is not implemented yet");
};
