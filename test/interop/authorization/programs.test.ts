import { once } from "node:events";
import { chmod, mkdir, readdir, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { compilers } from "../../support/compilers.js";
import { compileCell, nodeCells, writeFiles } from "../../support/consumer.js";
import { project } from "../../support/project.js";
import { runNode } from "../../support/run.js";
import { start } from "../../support/started.js";
import { temporary } from "../../support/temporary.js";
import { bundle } from "../generated.js";
import { everyScope, openScene, openWorld, writeProject } from "./notes.js";

/** What docs/authorization.md shows, as programs of their own. */
const world = openWorld();

afterEach(() => {
  vi.useRealTimers();
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

it("every file that the documentation shows compiles under every strict option", async () => {
  const compiler = compilers.at(-1)!;
  const cell = nodeCells(compiler).find(({ name }) => name.includes("every"))!;
  const options = { ...cell.options, lib: ["ES2022", "DOM"] };
  const include = ["*.ts", "handlers", "out"];
  const { folder } = world;
  expect(await compileCell(folder, { ...cell, options }, include)).toBe("");
});

/** Puts a browser without a window where the system has its own; gives the folder for `PATH`. */
async function installBrowser(folder: string, redirectUri: string) {
  const entry = join(folder, "browser-program.ts");
  const browser = JSON.stringify(
    project("test/interop/authorization/browser.ts"),
  );
  await writeFile(
    entry,
    `import { browse } from ${browser};
await fetch(await browse(new URL(process.argv[2]!), ${JSON.stringify(redirectUri)}));
`,
  );
  const program = await bundle(entry, join(folder, "browser-program.mjs"));
  await mkdir(join(folder, "bin"));
  for (const name of ["xdg-open", "open"]) {
    const file = join(folder, "bin", name);
    const line = `exec '${process.execPath}' '${program}' "$1"`;
    await writeFile(file, `#!/bin/sh\n${line}\n`);
    await chmod(file, 0o755);
  }
  return join(folder, "bin");
}

// Windows opens browsers in a way that no file in PATH can take the place of.
describe.skipIf(process.platform === "win32")("the documented programs", () => {
  it("sign a user in once, and go on with what is in the store", async () => {
    const { authorization } = world;
    const [port, loopbackPort] = [await freePort(), await freePort()];
    const url = `http://127.0.0.1:${port}/mcp`;
    authorization.exchanges.length = 0;
    authorization.resources.set(url, {
      scope: everyScope,
      accessTokenTTL: 300,
    });
    const folder = await temporary("documented");
    await writeProject(folder, url, authorization.issuer, {
      "loopback()": `loopback({ port: ${loopbackPort} })`,
    });
    const main = join(folder, "out/notes/main.ts");
    const server = await start(
      [
        process.execPath,
        await bundle(main, join(folder, "main.mjs")),
        "--http",
        `127.0.0.1:${port}`,
      ],
      /Listening on (\S+)/,
    );
    onTestFinished(() => server.stop());
    const redirectUri = `http://127.0.0.1:${loopbackPort}/callback`;
    const env = {
      HOME: folder,
      PATH: `${await installBrowser(folder, redirectUri)}:${process.env["PATH"]}`,
    };
    const ask = await bundle(join(folder, "ask.ts"), join(folder, "ask.mjs"));
    for (const count of [1, 2])
      expect(await runNode([ask], { env })).toMatchObject({
        code: 0,
        stdout: `Kept. ada has ${count} by now.\n`,
        stderr: "",
      });
    expect(authorization.tokenRequests()).toHaveLength(1);
    const store = join(folder, ".config", "notes");
    const modes = [
      store,
      ...(await readdir(store)).map((name) => join(store, name)),
    ].map(async (path) => (await stat(path)).mode & 0o777);
    expect(await Promise.all(modes)).toEqual([0o700, 0o600]);
  });
});

/** Lists the notes with what is in the store, on a clock that is ahead; its user has gone. */
const reader = `
import { connectNotes } from "./out/notes/client.js";
import { nodeHttp } from "./out/runtime/node-http-client.js";
import { authorizationCode, oauth } from "./out/runtime/oauth.js";
import { fileStore } from "./out/runtime/oauth-file-store.js";

const [, , url = "", store = "", ahead = ""] = process.argv;
const now = Date.now;
Date.now = () => now() + Number(ahead);
const authorize = async () => {
  throw new Error("Nobody is there");
};
const redirectUri = "http://127.0.0.1:9/callback";
const grant = authorizationCode({ redirectUri, authorize });
const auth = oauth({ grant, store: fileStore(store) });
const notes = await connectNotes(nodeHttp({ url }), { auth });
console.log(JSON.stringify(await notes.tools.listNotes({})));
await notes.close();
`;

it("programs that share a store refresh its token one at a time", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const scene = await openScene(world);
  const { emitted, authorization, url, folder } = world;
  const store = join(await temporary("tokens"), "tokens");
  const auth = emitted.oauth({
    grant: scene.askUser(),
    store: emitted.fileStore(store),
  });
  await (await scene.connect(auth)).tools.addNote({ text: "milk" });
  await writeFiles(folder, { "reader.ts": reader });
  const program = await bundle(
    join(folder, "reader.ts"),
    join(folder, "reader.mjs"),
  );
  for (const hours of [1, 2]) {
    const ahead = hours * 3_600_000;
    vi.setSystemTime(Date.now() + 3_600_000);
    const runs = [1, 2, 3].map(() =>
      runNode([program, url, store, String(ahead)]),
    );
    for (const { code, stdout, stderr } of await Promise.all(runs))
      expect([code, stdout, stderr]).toEqual([0, '{"notes":["milk"]}\n', ""]);
    expect(authorization.tokenRequests("refresh_token")).toHaveLength(hours);
  }
  scene.said.expectNone(authorization.secrets());
});
