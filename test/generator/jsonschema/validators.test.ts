import { beforeAll, describe, expect, test } from "vitest";
import { fillDefaults, type Issue } from "../../../src/runtime/validate.js";
import {
  compileMany,
  compileOne,
  load,
  type Check,
} from "../../support/compiled-schema.js";

const weather = {
  type: "object",
  properties: {
    location: { type: "string", minLength: 1 },
    units: { type: "string", enum: ["metric", "imperial"], default: "metric" },
    tags: { type: "array", items: { type: "string" } },
  },
  required: ["location"],
  additionalProperties: false,
};
const names = {
  type: "object",
  properties: { toString: { type: "string" } },
  required: ["constructor", "__proto__"],
};

describe("validators", () => {
  let checks: readonly Check[];
  beforeAll(async () => {
    checks = await load(compileMany([weather, names]));
  });

  const issuesOf = (index: number, value: unknown) => {
    const issues: Issue[] = [];
    const verdict = checks[index]?.(value, issues);
    expect(verdict).toBe(issues.length === 0);
    expect(checks[index]?.(value)).toBe(verdict);
    return issues;
  };

  test("a valid value has no issues", () => {
    expect(issuesOf(0, { location: "x", units: "imperial" })).toEqual([]);
  });

  test("every mismatch is listed with its place and a sentence", () => {
    const value = { units: "kelvin", tags: ["a", 1], more: true };
    expect(issuesOf(0, value)).toEqual([
      {
        instance: "",
        schema: "/required",
        keyword: "required",
        message: 'must have the property "location"',
      },
      {
        instance: "/units",
        schema: "/properties/units/enum",
        keyword: "enum",
        message: 'must be one of "metric", "imperial"',
      },
      {
        instance: "/tags/1",
        schema: "/properties/tags/items/type",
        keyword: "type",
        message: "must be a string",
      },
      {
        instance: "",
        schema: "/additionalProperties",
        keyword: "additionalProperties",
        message:
          'must not have the property "more" (it may have "location", "units", "tags")',
      },
    ]);
  });

  test("a member whose value is undefined is absent", () => {
    expect(issuesOf(0, { location: "x", more: undefined })).toEqual([]);
    expect(issuesOf(0, { location: undefined })).toHaveLength(1);
  });

  test("inherited members do not count", () => {
    expect(issuesOf(1, {})).toHaveLength(2);
    const own = JSON.parse('{"constructor":1,"__proto__":2}') as unknown;
    expect(issuesOf(1, own)).toEqual([]);
  });

  test("no more than 32 issues", () => {
    const tags = Array.from({ length: 100 }, () => 0);
    expect(issuesOf(0, { location: "x", tags })).toHaveLength(32);
  });
});

describe("defaults", () => {
  test("are filled into a copy, with the type to match", () => {
    const { defaults, filledName, types } = compileOne(weather, {
      filled: true,
    });
    expect(defaults).toEqual({ properties: { units: { default: "metric" } } });
    expect(filledName).toBe("TFilled");
    expect(types).toContain('units: "metric" | "imperial";');
    const value = { location: "x" };
    const filled = fillDefaults(value, defaults ?? {});
    expect(filled).toEqual({ location: "x", units: "metric" });
    expect(value).toEqual({ location: "x" });
  });

  test("one that its schema refuses is a warning", () => {
    const schema = {
      type: "object",
      properties: { a: { type: "string", default: 1 } },
    };
    const { defaults, problems, filledName } = compileOne(schema, {
      filled: true,
    });
    expect(defaults).toBeUndefined();
    expect(filledName).toBe("T");
    expect(problems).toMatchObject([
      {
        severity: "warning",
        code: "SCHEMA_DEFAULT_INVALID",
        pointer: "/properties/a/default",
      },
    ]);
  });

  test("an absent parent stays absent, branches are left alone", () => {
    const inner = { type: "object", properties: { b: { default: 1 } } };
    const schema = {
      type: "object",
      properties: { a: inner, c: { type: "array", items: inner } },
      anyOf: [{ properties: { d: { default: 2 } } }],
    };
    const { defaults } = compileOne(schema);
    expect(fillDefaults({}, defaults ?? {})).toEqual({});
    expect(fillDefaults({ a: {}, c: [{}] }, defaults ?? {})).toEqual({
      a: { b: 1 },
      c: [{ b: 1 }],
    });
  });
});

test("dependentSchemas and dependencies of one property both count", async () => {
  const schema = {
    dependentSchemas: { a: { required: ["b"] } },
    dependencies: { a: { required: ["c"] } },
  };
  const [check] = await load(compileMany([schema]));
  const verdicts = [
    { a: 1, b: 1, c: 1 },
    { a: 1, c: 1 },
    { a: 1, b: 1 },
  ].map((value) => check?.(value));
  expect(verdicts).toEqual([true, false, false]);
});
