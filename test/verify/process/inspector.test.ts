import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bundle } from "../../interop/generated.js";
import { installIn, nodeIn } from "../../support/npm-folder.js";
import { project } from "../../support/project.js";
import { run } from "../../support/run.js";
import { type Started, start } from "../../support/started.js";
import { openTemporary } from "../../support/temporary.js";

/** The emitted sample, used from the command line of the official Inspector, which needs Node 22. */
const installed = project(".tmp/inspector");
const inspector = join(
  installed,
  "node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js",
);

let program = "";
let listener: Started;
let remove = async (): Promise<void> => {};

beforeAll(async () => {
  await installIn(installed, [
    "node@22",
    "@modelcontextprotocol/inspector@2.12.0",
  ]);
  const folder = await openTemporary("inspector");
  remove = folder.remove;
  program = await bundle(
    project("out/weather/main.ts"),
    join(folder.path, "main.mjs"),
  );
  listener = await start(
    [process.execPath, program, "--http", "127.0.0.1:0"],
    /Listening on (\S+)\n/,
  );
});

afterAll(async () => {
  await listener.stop();
  await remove();
});

/** How the Inspector is told where the sample is. */
const targets = {
  stdio: () => [process.execPath, program],
  HTTP: () => [listener.found, "--transport", "http"],
};

type Printed = { readonly result: { readonly [name: string]: unknown } };

describe.each(["stdio", "HTTP"] as const)("over %s", (way) => {
  describe.each(["legacy", "auto", "modern"])("in the era %s", (era) => {
    const inspect = async (...args: string[]): Promise<Printed> => {
      const command = ["--cli", ...targets[way](), "--protocol-era", era];
      const { code, stdout, stderr } = await run(nodeIn(installed), [
        ...[inspector, ...command, ...args],
        ...["--format", "json"],
      ]);
      expect({ code, stderr }).toMatchObject({ code: 0 });
      return JSON.parse(stdout) as Printed;
    };

    it("lists the tools, whose schemas it finds portable", async () => {
      const { result } = await inspect("--method", "tools/list", "--strict");
      expect(result).toMatchObject({
        tools: [
          { name: "calculator_arithmetic" },
          { name: "weather_current", inputSchema: { required: ["location"] } },
        ],
      });
    });

    it("calls a tool", async () => {
      const { result } = await inspect(
        ...["--method", "tools/call", "--tool-name", "weather_current"],
        ...["--tool-arg", "location=Oslo", "units=kelvin"],
      );
      const output = { location: "Oslo", units: "kelvin" };
      expect(result).toMatchObject({ structuredContent: output });
      // Only the newer era says with each result who gave it.
      expect("_meta" in result).toBe(era !== "legacy");
    });
  });
});
