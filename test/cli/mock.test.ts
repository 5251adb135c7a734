import { copyFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { connectWeather } from "../../out/weather/client.js";
import { nodeHttp } from "../../out/runtime/node-http-client.js";
import { stdio } from "../../out/runtime/stdio-client.js";
import { commandLine, mcpgen } from "../support/command-line.js";
import { project } from "../support/project.js";
import { start } from "../support/started.js";
import { temporary } from "../support/temporary.js";

/** A folder with the sample's manifest and nothing built. */
async function sampleFolder(): Promise<string> {
  const folder = await temporary();
  await copyFile(project("manifest.yaml"), join(folder, "manifest.yaml"));
  return folder;
}

/** A client of the sample on a mock over stdio. */
async function onStdio(cwd: string, ...flags: readonly string[]) {
  const args = [commandLine(), "mock", ...flags];
  // However long a start takes: a probe without an answer would lead to the older era.
  return connectWeather(stdio({ command: process.execPath, args, cwd }), {
    probeTimeoutMs: 60_000,
  });
}

describe("mcpgen mock", () => {
  it("answers a client on stdio with what fits, and the same for the same seed", async () => {
    const cwd = await sampleFolder();
    const ask = async (...flags: readonly string[]) => {
      await using weather = await onStdio(cwd, ...flags);
      const { tools, resources, prompts } = weather;
      // The client validates the outputs of tools.
      const found = [];
      for (const location of ["Oslo", "Rome", "Oslo"])
        found.push(await tools.weatherCurrent({ location }));
      const text = (await tools.calculatorArithmetic({ expression: "1" })).text;
      const station = await resources.station({ id: "7" });
      const prompt = await prompts.forecast({ city: "Oslo" });
      return { found, text, station, prompt };
    };
    const first = await ask();
    const again = await ask();
    const other = await ask("--seed", "2");
    expect(again).toEqual(first);
    expect(other.found).not.toEqual(first.found);
    expect(first.found[0]).toEqual(first.found[2]);
    expect(first.found[0]).not.toEqual(first.found[1]);
    expect(first.station.contents[0]).toMatchObject({
      uri: "weather://stations/7",
      mimeType: "application/json",
    });
    expect(JSON.stringify(first.prompt.messages)).toContain("Oslo");
  });

  it("serves HTTP and refuses what the contract does not allow", async () => {
    const cwd = await sampleFolder();
    const { found: url, stop } = await start(
      [process.execPath, commandLine(), "mock", "--http", "127.0.0.1:0"],
      /Listening on (\S+)/,
      cwd,
    );
    const validate = { input: "off" } as const;
    const weather = await connectWeather(nodeHttp({ url }), { validate });
    const wrong = { location: 7 } as never;
    await expect(weather.tools.weatherCurrent(wrong)).rejects.toThrow(
      /location/,
    );
    await weather.close();
    await stop();
  });

  it("names what is wrong with the manifest", async () => {
    const cwd = await temporary();
    await writeFile(join(cwd, "manifest.yaml"), "server: { name: a }\n");
    const plain = await mcpgen(cwd, ["mock"]);
    expect(plain).toMatchObject({ code: 1, stdout: "" });
    expect(plain.stderr).toMatch(/^manifest\.yaml:1:\d+ - error KEY_MISSING/);
    const { code, stdout } = await mcpgen(cwd, ["mock", "--json"]);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      exitCode: 1,
      diagnostics: [{ file: "manifest.yaml" }],
    });
    const http = await mcpgen(cwd, ["mock", "--http", "99999"]);
    expect(http.code).toBe(1);
    expect(http.stderr).toContain("--http needs an address");
    const seed = await mcpgen(cwd, ["mock", "--seed", "x"]);
    expect(seed.code).toBe(1);
    expect(seed.stderr).toContain("--seed must be a whole number");
  });
});
