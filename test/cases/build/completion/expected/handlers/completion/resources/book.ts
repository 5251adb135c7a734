import type { TemplateHandler } from "../../../out/completion/server.js";

export const book: TemplateHandler<"book"> = async (_input, _context) => {
  throw new Error("book is not implemented yet");
};
