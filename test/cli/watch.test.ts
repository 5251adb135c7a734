import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { commandLine } from "../support/command-line.js";
import { temporary } from "../support/temporary.js";

const manifest = (tool: string, schema = "type: object") =>
  `server: { name: watched, version: 1.0.0 }\nemit: [client]\ntools:\n  ${tool}:\n    inputSchema: { ${schema} }\n`;

/** `build --watch` in a folder; `next` gives what it said up to a pattern, since the last such. */
async function watching(folder: string) {
  const child = spawn(process.execPath, [commandLine(), "build", "--watch"], {
    cwd: folder,
    stdio: ["ignore", "ignore", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let text = "";
  let hear = (): void => {};
  child.stderr.setEncoding("utf8").on("data", (more: string) => {
    text += more;
    hear();
  });
  return {
    next: async (end: RegExp) =>
      new Promise<string>((resolve) => {
        hear = () => {
          const match = end.exec(text);
          if (match === null) return;
          const said = text.slice(0, match.index + match[0].length);
          text = text.slice(said.length);
          hear = () => {};
          resolve(said);
        };
        hear();
      }),
    async stop() {
      const ended = new Promise((resolve) => child.once("close", resolve));
      child.kill("SIGINT");
      return ended;
    },
  };
}

it("builds at every change of what the build depends on, and says so in a line", async () => {
  const folder = await temporary("watch");
  const put = (file: string, text: string) => {
    // As editors do: a new file in the old one's place.
    writeFileSync(join(folder, `${file}~`), text);
    renameSync(join(folder, `${file}~`), join(folder, file));
  };
  put("manifest.yaml", manifest("first"));
  const { next, stop } = await watching(folder);
  await next(/watching 1 file\n/);

  put("manifest.yaml", manifest("second"));
  // After a note that a tool has gone.
  expect(await next(/\d s\n/)).toMatch(
    /^manifest\.yaml changed: watched: (?:\d+ \w+, )*\d+ unchanged in \d+\.\d\d s\n$/m,
  );
  expect(
    readFileSync(join(folder, "out/watched/descriptors.ts"), "utf8"),
  ).toContain('"second"');

  put("manifest.yaml", "server: { name: [");
  const broken = await next(/nothing was written\n/);
  expect(broken).toContain("MANIFEST_SYNTAX");
  expect(broken).toContain("manifest.yaml changed: ");

  put("manifest.yaml", manifest("third", "$ref: city.yaml"));
  expect(await next(/nothing was written\n/)).toContain("REF_FILE_MISSING");
  // What the failed build did not find counts too.
  put("city.yaml", "type: object\nproperties: { city: { type: string } }\n");
  expect(await next(/\d s\n/)).toMatch(/^city\.yaml~? changed: watched: /m);

  put("city.yaml", "type: object\nproperties: { town: { type: string } }\n");
  expect(await next(/\d s\n/)).toMatch(/^city\.yaml changed: watched: /m);
  expect(readFileSync(join(folder, "out/watched/types.ts"), "utf8")).toContain(
    "town?: string",
  );

  // A version of the user's own, which is none yet, stops the build.
  mkdirSync(join(folder, "schema/2099-01-01"), { recursive: true });
  await next(/\d s\n/);
  put("schema/2099-01-01/schema.json", "{}");
  expect(await next(/nothing was written\n/)).toContain("2099-01-01");
  expect(await stop()).toBe(0);
});
