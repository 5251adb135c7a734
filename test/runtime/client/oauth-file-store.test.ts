import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import { expect, it } from "vitest";
import { fileStore } from "../../../src/runtime/oauth-file-store.js";
import type { Authorization } from "../../../src/runtime/oauth-shapes.js";
import { root } from "../../support/project.js";
import { runNode } from "../../support/run.js";
import { temporary } from "../../support/temporary.js";

const server = "https://mcp.example/mcp";

const authorization = (accessToken: string): Authorization => ({
  issuer: "https://as.example",
  resource: server,
  client: { clientId: "me" },
  tokens: { accessToken, type: "Bearer", refreshToken: "r1", scopes: ["a"] },
});

const onlyFile = async (folder: string): Promise<string> => {
  const names = await readdir(folder);
  expect(names).toHaveLength(1);
  return join(folder, names[0]!);
};

it("keeps each server's tokens, for other stores in the folder too", async () => {
  const folder = join(await temporary(), "deep", "tokens");
  const [one, other] = [fileStore(folder), fileStore(folder)];
  const elsewhere = "https://mcp.example/other";
  expect(await one.get(server)).toBeUndefined();
  await one.delete(server);
  await one.set(server, authorization("t1"));
  await other.set(elsewhere, authorization("t2"));
  await other.set(server, authorization("t3"));
  expect(await one.get(server)).toEqual(authorization("t3"));
  await one.delete(server);
  expect(await other.get(server)).toBeUndefined();
  expect(await one.get(elsewhere)).toEqual(authorization("t2"));
});

it.skipIf(process.platform === "win32")(
  "lets nobody else read them",
  async () => {
    const folder = join(await temporary(), "tokens");
    const store = fileStore(folder);
    await store.set(server, authorization("t1"));
    await store.set(server, authorization("t2"));
    const modes = await Promise.all(
      [folder, await onlyFile(folder)].map((path) => stat(path)),
    );
    expect(modes.map(({ mode }) => mode & 0o777)).toEqual([0o700, 0o600]);
  },
);

it.each([
  ["text that is cut", (text: string) => text.slice(0, -20)],
  ["another server's", (text: string) => text.replace("/mcp", "/other")],
  [
    "something else",
    (text: string) => text.replace("accessToken", "access_token"),
  ],
  ["nothing", () => ""],
])("says which file holds %s, and shows none of it", async (_, change) => {
  const folder = await temporary();
  const store = fileStore(folder);
  await store.set(server, authorization("s3cret-token"));
  const path = await onlyFile(folder);
  await writeFile(path, change(await readFile(path, "utf8")));
  const failure = (await Promise.resolve(store.get(server)).catch(
    (error: unknown) => error,
  )) as Error & { cause?: unknown };
  expect(failure.message).toBe(
    `${path} does not hold what was kept for ${server}: delete it, and tokens are asked for again`,
  );
  expect(failure.cause).toBeUndefined();
  await store.delete(server);
  expect(await store.get(server)).toBeUndefined();
});

it("leaves nothing behind where it cannot write", async () => {
  const folder = await temporary();
  const store = fileStore(folder);
  await store.set(server, authorization("t1"));
  const path = await onlyFile(folder);
  await store.delete(server);
  // A folder in the place of the file cannot be replaced by one.
  await fileStore(join(path, "inside")).set(server, authorization("t2"));
  await expect(store.set(server, authorization("t3"))).rejects.toThrow();
  expect(await readdir(folder)).toHaveLength(1);
});

/** Sets its own server and a shared one, again and again. */
const writer = `
import { fileStore } from "./src/runtime/oauth-file-store.ts";
const [, , folder, own] = process.argv;
const store = fileStore(folder);
for (let round = 0; round < 15; round++)
  for (const server of ["shared", own]) {
    const tokens = { accessToken: own + round, type: "Bearer", scopes: [] };
    await store.set(server, { issuer: "https://as.example", resource: server, tokens });
    if ((await store.get("shared")) === undefined) throw new Error("lost");
  }
`;

it("loses nothing of several processes that write at once", async () => {
  const folder = await temporary();
  const program = join(await temporary(), "writer.mjs");
  await build({
    stdin: { contents: writer, resolveDir: root },
    bundle: true,
    platform: "node",
    format: "esm",
    outfile: program,
  });
  const owners = ["a", "b", "c"];
  const ends = await Promise.all(
    owners.map((own) => runNode([program, folder, own], { cwd: root })),
  );
  expect(ends.map(({ stderr, code }) => [stderr, code])).toEqual(
    owners.map(() => ["", 0]),
  );
  const kept = fileStore(folder);
  for (const own of owners)
    expect((await kept.get(own))?.tokens?.accessToken).toBe(`${own}14`);
  expect((await kept.get("shared"))?.tokens?.accessToken).toMatch(/^[abc]14$/);
  expect(await readdir(folder)).toHaveLength(owners.length + 1);
});
