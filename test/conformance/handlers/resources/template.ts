import type { TemplateHandler } from "../../out/everything/server.js";

export const template: TemplateHandler<"template"> = async ({ id }) =>
  JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` });
