import type { TemplateHandler } from "../../../out/templates/server.js";

export const file: TemplateHandler<"file"> = async (_input, _context) => {
  throw new Error("file is not implemented yet");
};
