import { expect, it } from "vitest";
import { printGithub } from "../../src/generator/diff/print-github.js";
import { printMarkdown } from "../../src/generator/diff/print-markdown.js";
import { printText } from "../../src/generator/diff/print-text.js";
import type { DiffResult } from "../../src/generator/diff/run-diff.js";

const hostile: DiffResult = {
  previous: "a",
  current: "b`c",
  diagnostics: [],
  changes: [
    {
      rule: "TOOL_REMOVED",
      direction: "none",
      wire: "breaking",
      source: "breaking",
      verdict: "breaking",
      subject: { kind: "tool", name: "x\n::error::y | <b>" },
      what: "100%\u001b[31m",
      reason: "r",
      mend: "",
      at: { file: "a:b,c.yaml", line: 3, column: 1 },
      fingerprint: "0123456789ab",
      accepted: false,
    },
  ],
};

it("lets no name end a workflow command or its properties", () => {
  expect(printGithub(hostile)).toBe(
    "::error file=a%3Ab%2Cc.yaml,line=3,col=1,title=TOOL_REMOVED::tool x%0A::error::y | <b>: 100%25\u001b[31m: r\n",
  );
});

it("shows at the manifest what only the previous side has", () => {
  const [change] = hostile.changes;
  const gone = {
    ...hostile,
    previous: "HEAD:demo.contract.json",
    changes: change
      ? [{ ...change, at: { file: "HEAD:demo.contract.json", line: 3 } }]
      : [],
  };
  expect(printGithub(gone)).toMatch(/^::error file=b`c,title=TOOL_REMOVED::/);
});

it("lets no name drive a terminal or begin a line", () => {
  const text = printText(hostile);
  expect(text).toContain("\ntool x\\u000a::error::y | <b>\n");
  expect(text).toContain("100%\\u001b[31m: r\n");
});

it("lets no name become markup or end a cell", () => {
  const text = printMarkdown(hostile);
  expect(text).toContain("### tool x\\\\u000a::error::y \\| &lt;b\\>\n");
  expect(text).toContain("`a` → `` b`c ``\n");
});
