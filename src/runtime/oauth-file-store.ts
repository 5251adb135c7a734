import { mkdir, open, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { isObject } from "./json-rpc.js";
import { sha256 } from "./oauth-bytes.js";
import type { Authorization, TokenStore } from "./oauth-shapes.js";
import { isAuthorization } from "./oauth-store.js";

/** How often a process looks whether another has done its work. */
const lookMs = 50;
/** A lock that stays for longer is of a process that ended: two requests to a token endpoint have failed by then. */
const longestMs = 70_000;

/**
 * Keeps authorizations in a folder that outlives the process and that several
 * processes may share: a file for each MCP server, replaced as a whole, so that the
 * last writer wins and no other server's tokens are touched. The files hold secrets
 * in plain text: only their owner may read them (0600, a new folder 0700; Windows has
 * no such modes, and keeps what the folder inherits). A file that holds something
 * else rejects with an Error that names it.
 */
export function fileStore(folder: string): TokenStore {
  const pathOf = async (server: string): Promise<string> =>
    join(folder, `${await sha256(server)}.json`);
  return {
    async get(server) {
      const path = await pathOf(server);
      const text = await readFile(path, "utf8").catch(undefinedIfGone);
      return text === undefined ? undefined : parsed(text, server, path);
    },
    async set(server, authorization) {
      const path = await pathOf(server);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // The server's address is for people, who see only hashes as names.
      const value = { server, authorization };
      await replace(path, `${JSON.stringify(value, undefined, 2)}\n`);
    },
    async delete(server) {
      await rm(await pathOf(server), { force: true });
    },
    async alone(server, work) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const lock = `${await pathOf(server)}.lock`;
      while (!(await isMade(lock))) await gone(lock);
      try {
        return await work();
      } finally {
        await rm(lock, { force: true });
      }
    },
  };
}

/** False where another process has made it. */
async function isMade(lock: string): Promise<boolean> {
  try {
    await (await open(lock, "wx", 0o600)).close();
    return true;
  } catch (error) {
    if (hasCode(error, "EEXIST")) return false;
    throw error;
  }
}

/** Waits until a lock is gone; takes it away where its process has left it behind. */
async function gone(lock: string): Promise<void> {
  const madeAt = await madeTime(lock);
  // Counted here: the clocks of the file system and of the process may differ.
  const waitingSince = performance.now();
  while ((await madeTime(lock)) === madeAt && madeAt !== undefined) {
    if (performance.now() - waitingSince > longestMs)
      await rm(lock, { force: true });
    else await setTimeout(lookMs);
  }
}

async function madeTime(lock: string): Promise<number | undefined> {
  return (await stat(lock).catch(undefinedIfGone))?.mtimeMs;
}

/** Others see the old file or the new one, and never a part. */
async function replace(path: string, text: string): Promise<void> {
  const draft = `${path}.${crypto.randomUUID()}`;
  try {
    const file = await open(draft, "wx", 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

function parsed(text: string, server: string, path: string): Authorization {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The parser's message quotes the text, which holds secrets.
    value = undefined;
  }
  if (isObject(value) && value["server"] === server) {
    const { authorization } = value;
    if (isAuthorization(authorization)) return authorization;
  }
  throw new Error(
    `${path} does not hold what was kept for ${server}: delete it, and tokens are asked for again`,
  );
}

function undefinedIfGone(error: unknown): undefined {
  if (hasCode(error, "ENOENT")) return undefined;
  throw error;
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
