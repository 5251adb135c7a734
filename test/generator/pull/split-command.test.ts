import { expect, it } from "vitest";
import { splitCommand } from "../../../src/generator/pull/split-command.js";

it.each([
  ["npx -y  pkg", ["npx", "-y", "pkg"]],
  [`a "b c" 'd "e'`, ["a", "b c", 'd "e']],
  [`a "" ''`, ["a", "", ""]],
  [
    String.raw`a\ b "c\"d" 'e\f' "g\h"`,
    ["a b", 'c"d', String.raw`e\f`, String.raw`g\h`],
  ],
  ["a $HOME *; b | c", ["a", "$HOME", "*;", "b", "|", "c"]],
  ["", []],
  [`a "b`, undefined],
  ["a 'b", undefined],
])("splits %j", (line, words) => {
  expect(splitCommand(line)).toEqual(words);
});
