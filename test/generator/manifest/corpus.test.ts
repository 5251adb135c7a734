import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { shared } from "../../support/project.js";
import { parse } from "./parse.js";

const servers = shared("corpus/servers");

function filesIn(folder: string | undefined): readonly string[] {
  return folder === undefined ? [] : readdirSync(folder).sort();
}

describe.skipIf(servers === undefined)("captured servers", () => {
  test.each(filesIn(servers))("%s", (file) => {
    const text = readFileSync(join(servers ?? "", file), "utf8");
    const { manifest, diagnostics } = parse(text, { file });
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual(
      [],
    );
    const tools = (JSON.parse(text) as { tools: unknown[] }).tools;
    expect(manifest?.tools.map(({ entry }) => entry)).toEqual(tools);
  });
});
