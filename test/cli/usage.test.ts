import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { mcpgen } from "../support/command-line.js";
import { temporary } from "../support/temporary.js";

it("helps on stdout, with examples", async () => {
  const { code, stdout, stderr } = await mcpgen("/", ["--help"]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  for (const word of ["build", "check", "init", "Examples:", "Exit codes:"]) {
    expect(stdout).toContain(word);
  }
});

it("says its version", async () => {
  const { code, stdout } = await mcpgen("/", ["--version"]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});

describe("a command line that means nothing", () => {
  it.each([
    [["bild"], 'there is no verb "bild"', "did you mean build?"],
    [["frobnicate"], 'there is no verb "frobnicate"', 'see "mcpgen --help"'],
    [["build", "--chek"], "Unknown argument: chek", "did you mean --check?"],
    [["build", "--check", "--dry-run"], "mutually exclusive", "--help"],
    [[], "Name a verb", "--help"],
    [
      ["diff", "--format", "x"],
      'Invalid values: Argument: format, Given: "x"',
      "--help",
    ],
  ])("%j", async (args, what, mend) => {
    const { code, stdout, stderr } = await mcpgen("/", args);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain(
      `mcpgen - error ARGUMENT_WRONG: ${what === "mutually exclusive" ? "Arguments check and dry-run are " : ""}${what}`,
    );
    expect(stderr).toContain(mend);
    expect(stderr).not.toContain("    at ");
  });

  it("is one JSON object with --json", async () => {
    const { code, stdout, stderr } = await mcpgen("/", ["bild", "--json"]);
    expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
    expect(JSON.parse(stdout)).toMatchObject({
      exitCode: 1,
      diagnostics: [{ code: "ARGUMENT_WRONG", severity: "error" }],
      files: [],
    });
  });
});

describe("init", () => {
  it("writes a manifest and never overwrites it", async () => {
    const folder = await temporary("init");
    const first = await mcpgen(folder, ["init"]);
    expect(first).toMatchObject({
      code: 0,
      stdout: "",
      stderr: 'wrote manifest.yaml; now run "mcpgen build"\n',
    });
    const second = await mcpgen("/", ["init", "--cwd", folder]);
    expect(second).toMatchObject({ code: 1, stdout: "" });
    expect(second.stderr).toContain("INIT_EXISTS");
  });

  it("answers in JSON", async () => {
    const folder = await temporary("init");
    const { stdout } = await mcpgen(folder, ["init", "my.yaml", "--json"]);
    expect(JSON.parse(stdout)).toEqual({
      exitCode: 0,
      diagnostics: [],
      files: [{ path: "my.yaml", action: "created", owner: "user" }],
    });
  });

  it("says where it cannot write", async () => {
    const folder = await temporary("init");
    const { code, stderr } = await mcpgen(folder, ["init", "no/such.yaml"]);
    expect(code).toBe(1);
    expect(stderr).toContain("WRITE_FAILED");
    expect(stderr).toContain("see that the folder is there");
  });

  it("writes no YAML where JSON would be read", async () => {
    const folder = await temporary("init");
    const { code, stderr } = await mcpgen(folder, ["init", "my.json"]);
    expect(code).toBe(1);
    expect(stderr).toBe(
      "my.json - error INIT_NOT_YAML: my.json would be read as JSON, and what init writes is YAML\n" +
        "  mend: name a file that ends in .yaml\n",
    );
    expect(existsSync(join(folder, "my.json"))).toBe(false);
  });
});
