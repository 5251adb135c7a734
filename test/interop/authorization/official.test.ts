import { expect, it, onTestFinished } from "vitest";
import { openScene, openWorld } from "./notes.js";
import { connectOfficial, serveOfficial } from "./official-peers.js";

const world = openWorld();

it("the official client is let in, once its user has agreed", async () => {
  const { said } = await openScene(world);
  const client = await connectOfficial(world.url);
  const add = { name: "add_note", arguments: { text: "milk" } };
  expect(await client.callTool(add)).toMatchObject({
    content: [{ text: "Kept. ada has 1 by now." }],
  });
  said.expectNone(world.authorization.secrets());
});

it("the official server lets the client in", async () => {
  const { emitted, authorization } = world;
  const { askUser, answers } = await openScene(world);
  const url = await serveOfficial(authorization);
  const auth = emitted.oauth({ grant: askUser() });
  const client = await emitted.connectNotes(emitted.nodeHttp({ url }), {
    auth,
  });
  onTestFinished(() => client.close());
  const { text } = await client.tools.addNote({ text: "milk" });
  expect(text).toMatch(/^milk of [\w-]+$/);
  expect(answers).toHaveLength(1);
});
