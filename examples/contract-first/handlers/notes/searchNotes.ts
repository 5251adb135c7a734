import type { Handler } from "../../out/notes/server.js";

export const searchNotes: Handler<"search_notes"> = async (
  { word, limit },
  { app },
) => {
  const all = [...app.notes.values()];
  const found = all.filter(({ text }) => text.includes(word));
  return { notes: found.slice(0, limit) };
};
