import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { fileStore } from "../../../src/runtime/oauth-file-store.js";
import { temporary } from "../../support/temporary.js";

const server = "https://mcp.example/mcp";

it("one does something for a server at a time, and for others meanwhile", async () => {
  const folder = join(await temporary(), "tokens");
  const [one, other] = [fileStore(folder), fileStore(folder)];
  const done: string[] = [];
  let finish: (() => void) | undefined;
  const first = one.alone!(server, async () => {
    await new Promise<void>((resolve) => (finish = resolve));
    done.push("first");
  });
  // The lock is there once its work has begun.
  await vi.waitUntil(() => finish !== undefined);
  const second = other.alone!(server, async () => done.push("second"));
  await other.alone!("https://mcp.example/other", async () =>
    done.push("elsewhere"),
  );
  finish!();
  await Promise.all([first, second]);
  expect(done).toEqual(["elsewhere", "first", "second"]);
  expect(await readdir(folder)).toEqual([]);
});

it("work that fails leaves no lock", async () => {
  const folder = join(await temporary(), "tokens");
  const store = fileStore(folder);
  const fails = store.alone!(server, async () => {
    throw new Error("no");
  });
  await expect(fails).rejects.toThrow("no");
  expect(await store.alone!(server, async () => "yes")).toBe("yes");
});

it("takes a lock away that a process has left behind", async () => {
  const folder = await temporary();
  const store = fileStore(folder);
  const name = await store.alone!(server, async () => readdir(folder));
  await writeFile(join(folder, name[0]!), "");
  let seconds = 0;
  const clock = vi
    .spyOn(performance, "now")
    .mockImplementation(() => (seconds += 20) * 1000);
  onTestFinished(() => clock.mockRestore());
  expect(await store.alone!(server, async () => "done")).toBe("done");
  expect(await readdir(folder)).toEqual([]);
});
