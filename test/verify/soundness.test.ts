import { beforeAll, describe, expect, test } from "vitest";
import { soundnessInputs, type Input } from "../../bench/soundness/inputs.js";
import { inexpressible, reached } from "../../bench/soundness/limits.js";
import {
  judgeTypes,
  scoreOf,
  type InstanceVerdict,
  type SchemaVerdict,
} from "../../bench/soundness/score.js";
import { typeCheck } from "../../bench/soundness/type-check.js";
import {
  mcpgen,
  type TypeCompiler,
} from "../../bench/soundness/type-compiler.js";

/** What a release may not fall below. */
const required = { "draft2020-12": 314, draft7: 263, tricky: 75 };

const inputs = soundnessInputs();

describe.each(inputs)("types of $name", (input) => {
  const known = inexpressible[input.name].map(({ title }) => title);
  let judged: readonly SchemaVerdict[] = [];
  let valid: readonly InstanceVerdict[] = [];

  beforeAll(async () => {
    judged = await judgeTypes(mcpgen, input.groups, input.documents);
    const all = judged.flatMap(({ instances }) => instances);
    valid = all.filter((instance) => instance.valid);
    expect(valid.length).toBeGreaterThan(100);
  });

  test("compile", () => {
    const failed = judged.filter(({ compiles }) => !compiles);
    expect(failed.map(({ text }) => text)).toEqual([]);
  });

  test("accept every valid value but the ones that TypeScript cannot express", () => {
    const refused = valid.filter(({ struct }) => !struct);
    expect(refused.map(({ title }) => title)).toEqual(known);
  });

  test("accept every valid literal whose keys the schema names", () => {
    const refused = valid.filter(({ named, fresh }) => named && !fresh);
    const titles = refused.map(({ title }) => title);
    expect(titles.filter((title) => !known.includes(title))).toEqual([]);
  });

  test("reject as much as ever", () => {
    const { sound } = scoreOf(judged);
    expect(sound).toBeGreaterThanOrEqual(required[input.name]);
    expect(sound).toBeGreaterThanOrEqual(reached[input.name]);
  });
});

describe("the benchmark itself", () => {
  const groups: Input["groups"] = [
    {
      file: "own.json",
      description: "text",
      schema: { type: "string" },
      tests: [
        { description: "text", data: "a", valid: true },
        { description: "number", data: 1, valid: false },
      ],
    },
  ];
  const always = (text: string, type: string): TypeCompiler => ({
    name: "always",
    compile: () => ({ text, type }),
  });
  const score = async (compiler: TypeCompiler) =>
    scoreOf(await judgeTypes(compiler, groups, new Map()));

  test("counts a rejection as sound only where every valid value is accepted", async () => {
    expect(await score(mcpgen)).toMatchObject({ struct: 1, sound: 1 });
    expect(await score(always("", "never"))).toMatchObject({
      struct: 0,
      rejected: 1,
      sound: 0,
    });
  });

  test("gives nothing to a type that does not compile, nor to a compiler that throws", async () => {
    const nothing = { failed: 1, struct: 0, rejected: 0, sound: 0 };
    const broken = always("type T = Missing;", "T");
    expect(await score(broken)).toMatchObject(nothing);
    const throwing: TypeCompiler = {
      name: "throwing",
      compile: () => {
        throw new Error("no");
      },
    };
    expect(await score(throwing)).toMatchObject(nothing);
  });

  test("sees which of several checks fails", () => {
    const path = "/own.ts";
    const text = "type T = 1;";
    const checks = ["const a: T = 1;", "const b: T = 2;", "const c: T = 1;"];
    expect(typeCheck([{ path, text, checks }])).toEqual([
      { compiles: true, accepted: [true, false, true] },
    ]);
  });
});
