/** A note as the contract says it. */
export type Note = { id: number; text: string; tags: string[] };

/** What the handlers share: here the notes themselves, in memory. */
export async function createApp() {
  return { notes: new Map<number, Note>(), lastId: 0 };
}
