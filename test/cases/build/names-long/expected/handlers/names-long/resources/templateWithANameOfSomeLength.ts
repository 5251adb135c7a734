import type { TemplateHandler } from "../../../out/names-long/server.js";

export const templateWithANameOfSomeLength: TemplateHandler<
  "template-with-a-name-of-some-length"
> = async (_input, _context) => {
  throw new Error("template-with-a-name-of-some-length is not implemented yet");
};
