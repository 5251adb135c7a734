import { afterEach, describe, expect, it, vi } from "vitest";
import {
  countDiagnostics,
  printDiagnostics,
  printSummary,
} from "../../src/cli/print-result.js";
import { openProgress } from "../../src/cli/progress.js";
import type { Terminal } from "../../src/cli/terminal.js";
import { diagnostic } from "../../src/generator/diagnostic.js";

function open(options: Partial<Terminal> = {}): Terminal & { text: string[] } {
  const text: string[] = [];
  const err = (more: string): void => void text.push(more);
  return { out: err, err, colour: false, interactive: true, ...options, text };
}

describe("progress", () => {
  afterEach(() => void vi.restoreAllMocks());

  function at(ms: number): void {
    vi.spyOn(performance, "now").mockReturnValue(ms);
  }

  it("is silent for a second, then one line that goes away", () => {
    const terminal = open();
    at(0);
    const progress = openProgress(terminal, false);
    at(900);
    progress.show("reading manifest.yaml");
    expect(terminal.text).toEqual([]);
    at(1_100);
    progress.show("generating \u001b[31mweather");
    expect(terminal.text).toEqual([
      "\r\u001b[2Kgenerating \\u001b[31mweather …",
    ]);
    progress.end();
    expect(terminal.text.at(-1)).toBe("\r\u001b[2K");
  });

  it.each([
    ["where nobody watches", { interactive: false }, false],
    ["when it is to be quiet", {}, true],
  ])("is silent %s", (_name, options, quiet) => {
    const terminal = open(options);
    at(0);
    const progress = openProgress(terminal, quiet);
    at(5_000);
    progress.show("reading");
    progress.end();
    expect(terminal.text).toEqual([]);
  });
});

it("colours the severity of a diagnostic and nothing else", () => {
  const terminal = open({ colour: true });
  const at = { file: "mcpgen" };
  const params = { reason: "no - error $& here", suggestion: undefined };
  printDiagnostics(terminal, [diagnostic("ARGUMENT_WRONG", at, params)]);
  expect(terminal.text.join("")).toBe(
    'mcpgen - \u001b[31merror\u001b[0m ARGUMENT_WRONG: no - error $& here\n  mend: see "mcpgen --help"\n',
  );
});

it("prints errors and warnings alone where it is to be quiet", () => {
  const terminal = open();
  const warning = diagnostic("WRITE_SKIPPED", { file: "l" }, { files: ["a"] });
  const note = diagnostic("BUILD_COMPLETED", { file: "l" }, { files: 1 });
  printDiagnostics(terminal, [note, warning], true);
  expect(terminal.text).toHaveLength(1);
  expect(terminal.text.join("")).toContain("WRITE_SKIPPED");
});

it("counts in words", () => {
  const one = diagnostic("LOCK_TOO_NEW", { file: "l" }, { version: 2 });
  const two = diagnostic("WRITE_SKIPPED", { file: "l" }, { files: ["a"] });
  const three = diagnostic("BUILD_COMPLETED", { file: "l" }, { files: 1 });
  expect(countDiagnostics([one, two, one, three])).toBe("2 errors, 1 warning");
});

it("lets no name drive the terminal", () => {
  const terminal = open();
  printSummary(terminal, {
    diagnostics: [],
    files: [
      {
        path: "out/\u001b]0;x\u0007/a.ts",
        action: "created",
        owner: "generated",
        server: "\u001b[2J",
      },
    ],
    stale: [],
    inputs: [],
    durationMs: 1,
  });

  expect(terminal.text.join("")).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/);
});
