import type { TemplateHandler } from "../../../out/completion/server.js";

export const list_: TemplateHandler<"list"> = async (_input, _context) => {
  throw new Error("list is not implemented yet");
};
