import { createInterface } from "node:readline";
import {
  afterAll,
  beforeAll,
  describe,
  expect,
  it,
  onTestFinished,
} from "vitest";
import { RawHttp, textOf } from "../../faults/raw.js";
import { connect, eras, listen, MiB, newest } from "../../faults/serving.js";
import { openStrain, type Strain } from "../../faults/strain.js";
import { openTemporary } from "../../support/temporary.js";

/** What becomes of requests when there are many. */
let strain: Strain;
let remove = async (): Promise<void> => {};

beforeAll(async () => {
  const folder = await openTemporary("faults");
  remove = folder.remove;
  strain = await openStrain(folder.path);
});

afterAll(async () => remove());

describe("many clients", () => {
  it.each(eras)(
    "are served at once: a thousand of them, in the %s era",
    async (era) => {
      const { url } = await listen(strain);
      const clients = await Promise.all(
        Array.from({ length: 1000 }, () => connect(strain, url, newest[era])),
      );
      const answers = await Promise.all(
        clients.map((client, index) =>
          client.tools.echo({ text: String(index) }),
        ),
      );
      expect(answers.map(({ text }) => text)).toEqual(
        clients.map((_, index) => String(index)),
      );
    },
  );

  it("leave nothing behind: ten thousand sessions, one after the other", async () => {
    const { url } = await listen(strain);
    const raw = new RawHttp(url, 8);
    onTestFinished(() => raw.close());
    const live = async (): Promise<void> => {
      const session = { "Mcp-Session-Id": await raw.open() };
      expect((await raw.send("DELETE", undefined, session)).status).toBe(200);
    };
    await inTurns(2000, 8, live);
    const before = await heap(raw);
    await inTurns(8000, 8, live);
    expect((await heap(raw)) - before).toBeLessThan(2 * MiB);
  });

  it("that left their sessions open are forgotten, the oldest first", async () => {
    const { url } = await listen(strain, undefined, {
      MAX_SESSIONS: "200",
    });
    const raw = new RawHttp(url, 8);
    onTestFinished(() => raw.close());
    const ids: string[] = [];
    const experimental = { much: "x".repeat(16 * 1024) };
    const leave = async (): Promise<void> => {
      ids.push(await raw.open({ experimental }));
    };
    await inTurns(300, 1, leave);
    const before = await heap(raw);
    await inTurns(900, 1, leave);
    expect((await heap(raw)) - before).toBeLessThan(4 * MiB);
    const statusOf = async (id: string | undefined): Promise<number> =>
      (await raw.call("echo", { text: "" }, id)).status;
    expect(await statusOf(ids[0])).toBe(404);
    expect(await statusOf(ids.at(-201))).toBe(404);
    expect(await statusOf(ids.at(-199))).toBe(200);
    expect(await statusOf(ids.at(-1))).toBe(200);
  });
});

it("SIGTERM under load loses no request that was taken", async () => {
  const { url, child, exited } = await listen(strain);
  const taken = new Set<number>();
  const enough = new Promise<void>((resolve) =>
    createInterface({ input: child.stdout! }).on("line", (line) => {
      if (taken.add(Number(line.slice("took ".length))).size === 500) resolve();
    }),
  );
  const raw = new RawHttp(url, 64);
  onTestFinished(() => raw.close());
  const answered = new Set<number>();
  let last = 0;
  const load = Promise.all(
    Array.from({ length: 64 }, async () => {
      for (;;) {
        const id = ++last;
        // Once nobody listens any more, a request is refused or finds no server.
        const answer = await raw.call("slow", { id }).catch(() => undefined);
        if (answer?.status !== 200) return;
        expect(textOf(answer)).toBe(String(id));
        answered.add(id);
      }
    }),
  );
  await enough;
  child.kill("SIGTERM");
  expect(await exited).toEqual([0, null]);
  await load;
  expect([...taken].filter((id) => !answered.has(id))).toEqual([]);
});

/** Does something so many times, some of them at once. */
async function inTurns(
  times: number,
  atOnce: number,
  work: () => Promise<void>,
): Promise<void> {
  let left = times;
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (left-- > 0) await work();
    }),
  );
}

/** Bytes that the server holds after its garbage is gone. */
async function heap(raw: RawHttp): Promise<number> {
  return Number(textOf(await raw.call("memory", {})));
}
