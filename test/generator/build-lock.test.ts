import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  buildLockName,
  takeBuildLock,
  type BuildLock,
} from "../../src/generator/build-lock.js";
import { temporary } from "../support/temporary.js";

function release(lock: BuildLock): void {
  if (!("release" in lock)) throw new Error(lock.problem.what);
  lock.release();
}

function plant(folder: string, holder: object): void {
  const whole = { host: hostname(), token: "theirs", ...holder };
  writeFileSync(join(folder, buildLockName), JSON.stringify(whole));
}

/** The pid of a process that has ended. */
function deadPid(): number {
  return spawnSync(process.execPath, ["-e", ""]).pid;
}

it("is held once and leaves nothing behind", async () => {
  const folder = await temporary("lock");
  const lock = await takeBuildLock(folder, "");
  const second = await takeBuildLock(folder, "sub/", 50);
  expect(second).toMatchObject({
    problem: { code: "BUILD_RUNNING", file: `sub/${buildLockName}` },
  });
  expect("problem" in second && second.problem.what).toContain(
    `process ${process.pid}`,
  );
  release(lock);
  expect(readdirSync(folder)).toEqual([]);
});

it("is waited for", async () => {
  const folder = await temporary("lock");
  const first = await takeBuildLock(folder, "");
  const second = takeBuildLock(folder, "");
  setTimeout(() => release(first), 60);
  release(await second);
  expect(readdirSync(folder)).toEqual([]);
});

it("lets many take their turn one by one", async () => {
  const folder = await temporary("lock");
  let inside = 0;
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      const lock = await takeBuildLock(folder, "", 10_000);
      inside += 1;
      expect(inside).toBe(1);
      await new Promise((resolve) => setTimeout(resolve, 5));
      inside -= 1;
      release(lock);
    }),
  );
});

describe("one left behind", () => {
  it("by a dead process is taken over, also by many at once", async () => {
    const folder = await temporary("lock");
    plant(folder, { pid: deadPid() });
    let inside = 0;
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        const lock = await takeBuildLock(folder, "", 10_000);
        inside += 1;
        expect(inside).toBe(1);
        await new Promise((resolve) => setTimeout(resolve, 5));
        inside -= 1;
        release(lock);
      }),
    );
    expect(readdirSync(folder)).toEqual([]);
  });

  it("by a former process of this one's pid is taken over", async () => {
    const folder = await temporary("lock");
    plant(folder, { pid: process.pid });
    release(await takeBuildLock(folder, ""));
  });

  it("on another host is respected", async () => {
    const folder = await temporary("lock");
    plant(folder, { pid: deadPid(), host: "elsewhere" });
    expect("problem" in (await takeBuildLock(folder, "", 50))).toBe(true);
    expect(existsSync(join(folder, buildLockName))).toBe(true);
  });
});
