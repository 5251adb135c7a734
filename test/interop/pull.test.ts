import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { join, relative } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { typeErrors } from "../support/compile.js";
import { mcpgenHere } from "../support/in-process.js";
import { root } from "../support/project.js";
import { openTemporary } from "../support/temporary.js";
import { strictest } from "../support/type-check.js";
import { serverProgram } from "./raw-server.js";

/** Real servers, pulled by the command line, built, and type-checked as a careful project would. */

let folder = "";
let remove = async (): Promise<void> => {};

beforeAll(async () => {
  ({ path: folder, remove } = await openTemporary("pull-real"));
  await mkdir(join(folder, "files"));
  await writeFile(join(folder, "package.json"), `{ "type": "module" }`);
});

afterAll(async () => remove());

const command = (name: string, ...args: string[]) =>
  [process.execPath, serverProgram(name), ...args]
    .map((word) => `"${word}"`)
    .join(" ");

const pull = async (file: string, ...from: string[]) =>
  mcpgenHere(folder, ["pull", ...from, "-o", file]);

const text = async (file: string) => readFile(join(folder, file), "utf8");

/** An HTTP server of the package; `mode` is the transport's name in its own words. */
async function serving(
  mode: string,
): Promise<{ url: string; stop: () => Promise<void> }> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, "close");
  const program = serverProgram("server-everything");
  const child = spawn(process.execPath, [program, mode], {
    env: { ...process.env, PORT: String(port) },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const exited = once(child, "exit");
  const lines = createInterface({ input: child.stderr });
  for await (const line of lines) if (/listening|running/.test(line)) break;
  child.stderr.resume();
  return {
    url: `http://127.0.0.1:${port}/${mode === "sse" ? "sse" : "mcp"}`,
    async stop() {
      child.kill("SIGKILL");
      await exited;
    },
  };
}

describe("real servers", () => {
  it.each([
    [
      "everything.yaml",
      "server-everything",
      [],
      "13 tools, 4 prompts, 7 resources, 2 resource templates",
    ],
    ["filesystem.yaml", "server-filesystem", ["files"], "14 tools"],
    ["memory.yaml", "server-memory", [], "9 tools"],
  ])(
    "give %s, and the same at a second pull",
    async (file, name, args, counts) => {
      const from = ["--command", command(name, ...args)];
      const first = await pull(file, ...from);
      expect(first.stderr).toContain(`wrote ${file}: ${counts}`);
      expect(first.code).toBe(0);
      const again = await pull(file, ...from);
      expect(again.stderr).toBe(`${file} is up to date\n`);
    },
  );

  it.each(["streamableHttp", "sse"])(
    "say over %s what they say over stdio",
    async (mode) => {
      const { url, stop } = await serving(mode);
      const file = `${mode}.yaml`;
      expect(await pull(file, "--url", url)).toMatchObject({ code: 0 });
      await stop();
      const overHttp = await text(file);
      expect(overHttp.replace("[http]", "[stdio]")).toBe(
        await text("everything.yaml"),
      );
    },
  );

  it("build, and compile under every strict option", async () => {
    const renamed = await text("streamableHttp.yaml");
    await writeFile(
      join(folder, "streamableHttp.yaml"),
      renamed.replace("name: mcp-servers-everything", "name: over-http"),
    );
    const files = [
      "everything.yaml",
      "filesystem.yaml",
      "memory.yaml",
      "streamableHttp.yaml",
    ];
    const built = await mcpgenHere(folder, ["build", ...files, "--json"]);
    expect(JSON.parse(built.stdout)).toMatchObject({
      exitCode: 0,
      diagnostics: [],
    });
    const servers = [
      "mcp-servers-everything",
      "secure-filesystem-server",
      "memory-server",
      "over-http",
    ];
    const entries = servers.map((name) =>
      relative(root, join(folder, `out/${name}/client.ts`)),
    );
    expect(typeErrors(entries, strictest)).toEqual([]);
  });
});
