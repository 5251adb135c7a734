import { ToolError, type Handler } from "../../out/notes/server.js";

export const deleteNote: Handler<"delete_note"> = async ({ id }, context) => {
  const { notes } = context.app;
  if (!notes.has(id)) throw new ToolError(`There is no note ${id}`);
  const answer = await context.elicit("sure", "confirm");
  if (answer.action !== "accept" || !answer.content.sure) return "Kept";
  notes.delete(id);
  return "Deleted";
};
