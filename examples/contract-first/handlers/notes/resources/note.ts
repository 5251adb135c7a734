import type { TemplateHandler } from "../../../out/notes/server.js";

// `undefined` means that there is no such resource.
export const note: TemplateHandler<"note"> = async ({ id }, { app }) =>
  app.notes.get(Number(id))?.text;
