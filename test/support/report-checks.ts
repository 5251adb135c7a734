import { expect } from "vitest";
import type { Diagnostic } from "../../src/generator/diagnostic.js";
import type { Issue } from "../../src/runtime/validate.js";
import { emitValue, type Emitted, textOf } from "./emitted.js";
import type { ExpectedDiagnostic, Report, Verdicts } from "./report.js";
import { outputVerdicts, toolNames, verdictsOn } from "./report-types.js";
import type { World } from "./report-world.js";

/** Whether a diagnostic says all that is wanted of it. */
export function fits(said: Diagnostic, wanted: ExpectedDiagnostic): boolean {
  const { code, tool, pointer, line, says, otherLine } = wanted;
  // `tool "x", inputSchema at /properties/y: …`
  const place = pointer?.replace(/^\/(\w+)/, "$1 at ");
  const texts = [
    tool === undefined ? undefined : JSON.stringify(tool),
    place,
    says,
    otherLine === undefined ? undefined : `line ${otherLine}`,
  ];
  return (
    (code === undefined || said.code === code) &&
    (line === undefined || said.line === line) &&
    texts.every((text) => text === undefined || said.what.includes(text))
  );
}

/** The emitted validators say what the report says, with and without a list of issues. */
export function checkValidators(report: Report, world: World): void {
  const built = world.built(report);
  if (built === undefined) return;
  const names = toolNames(built);
  for (const { wire, input } of names)
    checkVerdicts(report, world, input, verdictsOn(report, wire));
  const [first] = names;
  if (first !== undefined)
    checkVerdicts(report, world, first.output, outputVerdicts(report));
}

function checkVerdicts(
  report: Report,
  world: World,
  type: string,
  verdicts: Verdicts,
): void {
  const {
    accept = [],
    acceptLoose = [],
    reject = [],
    invalidOnly = [],
  } = verdicts;
  const valid = new Map([
    ...[...accept, ...acceptLoose].map((value) => [value, true] as const),
    ...[...reject, ...invalidOnly].map((value) => [value, false] as const),
  ]);
  if (valid.size === 0) return;
  const check = world.running(report).validators[`is${type}`]!;
  for (const [value, isValid] of valid) {
    const issues: Issue[] = [];
    const verdict = {
      value,
      fast: check(value),
      listing: check(value, issues),
      hasIssues: issues.length > 0,
    };
    expect(verdict).toEqual({
      value,
      fast: isValid,
      listing: isValid,
      hasIssues: !isValid,
    });
  }
}

/** Type text, names and files are what the report says. */
export function checkTexts({ expected }: Report, { files, record }: Emitted) {
  const types = squeeze(textOf(files, "/types.ts"));
  for (const snippet of expected.types ?? [])
    expect(types).toContain(squeeze(snippet));
  const everything = files.map(({ text }) => text).join("\n");
  for (const snippet of expected.text ?? [])
    expect(everything).toContain(snippet);
  for (const name of expected.typeNamesOnce ?? []) {
    const declared = types.match(/(?<=export type )\w+/g) ?? [];
    const found = declared.filter((one) => one.includes(name));
    expect(found).toHaveLength(1);
  }
  if (expected.identifiers !== undefined)
    expect(record?.identifiers["tools"]).toEqual(expected.identifiers);
  if (expected.handlerFiles !== undefined) {
    const own = files.filter(({ owner }) => owner === "user");
    const paths = own.map(({ path }) => path.replace(/^.*\//, ""));
    expect(paths).toEqual(expect.arrayContaining([...expected.handlerFiles]));
  }
  // A disk may tell letter case apart or not, and takes few characters for certain.
  const paths = files.map(({ path }) => path.toLowerCase());
  expect(new Set(paths).size).toBe(paths.length);
  for (const path of paths) expect(path).toMatch(/^[\w./$-]+$/);
}

/** The identifiers stay as they are whatever the order of the list, and whoever comes later. */
export async function checkStability({ manifest, expected }: Report) {
  const tools = manifest["tools"] as readonly { readonly name: string }[];
  const identifiersOf = async (list: typeof tools, known = {}) => {
    const { record } = await emitValue({ ...manifest, tools: list }, known);
    return record?.identifiers ?? {};
  };
  const before = await identifiersOf(tools);
  for (const order of [[...tools].reverse(), tools.slice(1).concat(tools[0]!)])
    expect(await identifiersOf(order)).toEqual(before);
  const name = expected.newcomer ?? `${tools[0]!.name}_`;
  const newcomer = { name, inputSchema: { type: "object" } };
  const after = await identifiersOf([newcomer, ...tools], before);
  expect(after["tools"]).toMatchObject(before["tools"] ?? {});
  expect(after["tools"]).toHaveProperty(name);
}

/** White space as one blank, and comments on one line. */
function squeeze(text: string): string {
  return text.replaceAll(/\n\s*\* ?/g, " ").replaceAll(/\s+/g, " ");
}
