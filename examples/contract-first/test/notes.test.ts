import { beforeEach, describe, expect, it } from "vitest";
import { createApp } from "../handlers/notes/app.js";
import { connectNotes, type NotesClient } from "../out/notes/client.js";
import { handlers } from "../out/notes/handlers.js";
import { createNotesServer } from "../out/notes/server.js";
import { linked } from "../out/runtime/linked.js";

let notes: NotesClient;
let sure: boolean;

// Client and server in one process, by the protocol and without a port.
beforeEach(async () => {
  const server = createNotesServer({ handlers, app: await createApp() });
  notes = await connectNotes(linked(server), {
    onElicit: () => ({ action: "accept", content: { sure } }),
  });
  return () => notes.close();
});

describe("notes", () => {
  it("are found again", async () => {
    const added = await notes.tools.addNote({ text: "Buy milk" });
    expect(added).toEqual({ id: 1, text: "Buy milk", tags: [] });
    await notes.tools.addNote({ text: "Sleep", tags: ["health"] });
    const found = await notes.tools.searchNotes({ word: "milk" });
    expect(found.notes).toEqual([added]);
    const { contents } = await notes.resources.note({ id: "1" });
    expect(contents).toMatchObject([{ text: "Buy milk" }]);
  });

  it("are deleted when the user agrees", async () => {
    await notes.tools.addNote({ text: "Buy milk" });
    sure = false;
    expect((await notes.tools.deleteNote({ id: 1 })).text).toBe("Kept");
    sure = true;
    expect((await notes.tools.deleteNote({ id: 1 })).text).toBe("Deleted");
    const again = await notes.tools.deleteNote.try({ id: 1 });
    expect(again).toMatchObject({
      ok: false,
      error: { message: "There is no note 1" },
    });
  });

  it("have a text", async () => {
    const tried = await notes.tools.addNote.try({ text: "" });
    expect(tried).toMatchObject({
      ok: false,
      error: { code: "INPUT_INVALID" },
    });
  });
});
