import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  isJsonObject,
  type JsonValue,
  member,
} from "../../../src/generator/json.js";
import { shared } from "../../support/project.js";
import { parse } from "./parse.js";

const servers = shared("corpus/servers");
const reports = shared("corpus/reports");

function filesIn(folder: string | undefined): readonly string[] {
  return folder === undefined ? [] : readdirSync(folder).sort();
}

/** Reports whose point is that the manifest is wrong. */
const wrong: { readonly [file: string]: readonly string[] } = {
  "066-duplicate-tool-name.json": ["NAME_DUPLICATE"],
  // Refused where an import path and a folder are made of it; nothing is emitted.
  "069-server-name-injection.json": ["SERVER_NAME_UNUSABLE"],
};

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

describe.skipIf(reports === undefined)("reported traps", () => {
  test.each(filesIn(reports))("%s", (file) => {
    const report = JSON.parse(
      readFileSync(join(reports ?? "", file), "utf8"),
    ) as JsonValue;
    const input = isJsonObject(report) ? member(report, "input") : undefined;
    if (!isJsonObject(input) || !Array.isArray(member(input, "tools"))) return;
    const { diagnostics } = parse(input, { file });
    const errors = diagnostics.filter(({ severity }) => severity === "error");
    expect(errors.map(({ code }) => code)).toEqual(wrong[file] ?? []);
  });
});
