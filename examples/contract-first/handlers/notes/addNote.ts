import type { Handler } from "../../out/notes/server.js";

export const addNote: Handler<"add_note"> = async ({ text, tags }, { app }) => {
  // `tags` is there even where the caller left it out: the contract has a default.
  const note = { id: ++app.lastId, text, tags };
  app.notes.set(note.id, note);
  return note;
};
