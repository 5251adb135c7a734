import { describe, expect, test } from "vitest";
import {
  codePoints,
  equal,
  fillDefaults,
  isMultiple,
  isNumber,
  isOne,
  isUnique,
  own,
  size,
  token,
} from "../../src/runtime/validate.js";

describe("numbers", () => {
  test.each([
    [0.3, 0.1, true],
    [0.0075, 0.0001, true],
    [0.00751, 0.0001, false],
    [4.5, 1.5, true],
    [35, 1.5, false],
    [1e308, 0.123456789, false],
    [12391239123, 1e-8, true],
    [-6, 3, true],
    [0, 7, true],
    [1e-7, 1e-7, true],
  ])("%d of %d", (value, step, expected) => {
    expect(isMultiple(value, step)).toBe(expected);
  });

  test("NaN and Infinity are no JSON numbers", () => {
    expect([1, -0, NaN, Infinity, "1"].map(isNumber)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});

describe("equality", () => {
  test.each<[unknown, unknown, boolean]>([
    [{ a: 1, b: [2] }, { b: [2], a: 1 }, true],
    [{ a: undefined }, {}, true],
    [{}, [], false],
    [[1], ["1"], false],
    [1, true, false],
    [null, undefined, false],
    [{ toString: 1 }, {}, false],
    [JSON.parse('{"__proto__":1}'), {}, false],
  ])("%j and %j", (a, b, expected) => {
    expect(equal(a, b)).toBe(expected);
    expect(equal(b, a)).toBe(expected);
  });

  test.each<[readonly unknown[], boolean]>([
    [[], true],
    [[1, "1", true, null, [1], { a: 1 }], true],
    [
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
      false,
    ],
    [[{ a: undefined }, {}], false],
    [['{"entries":[]}', {}], true],
    [[[{ a: 1 }], [{ a: 1 }]], false],
  ])("unique %j", (items, expected) => {
    expect(isUnique(items)).toBe(expected);
  });
});

test("lengths are code points", () => {
  expect(codePoints("a💩b")).toBe(3);
  expect(codePoints("\ud83d")).toBe(1);
  expect(codePoints("\ud83d\ud83d\udca9")).toBe(2);
});

test("own members only", () => {
  expect(own({}, "toString")).toBeUndefined();
  expect(
    own(
      JSON.parse('{"__proto__":1}') as object as { [key: string]: unknown },
      "__proto__",
    ),
  ).toBe(1);
  expect(size({ a: 1, b: undefined })).toBe(1);
});

test("exactly one", () => {
  expect(isOne(false, true, false)).toBe(true);
  expect(isOne(true, true)).toBe(false);
  expect(isOne()).toBe(false);
});

test("reference tokens are escaped", () => {
  expect(token("a/b~c")).toBe("/a~1b~0c");
});

describe("fillDefaults", () => {
  test("shares nothing with the plan and changes no argument", () => {
    const plan = { properties: { a: { default: { list: [1] } } } };
    const value = Object.freeze({});
    const filled = fillDefaults(value, plan) as { a: { list: number[] } };
    filled.a.list.push(2);
    expect(plan.properties.a.default.list).toEqual([1]);
    expect(value).toEqual({});
  });

  test("__proto__ is an ordinary name", () => {
    const properties = JSON.parse('{"__proto__":{"default":5}}') as {
      [name: string]: { default: number };
    };
    const filled = fillDefaults({}, { properties }) as object;
    expect(Object.hasOwn(filled, "__proto__")).toBe(true);
    expect(Object.getPrototypeOf(filled)).toBe(Object.prototype);
  });

  test("undefined counts as absent, null does not", () => {
    const plan = { properties: { a: { default: 1 } } };
    expect(fillDefaults({ a: undefined }, plan)).toEqual({ a: 1 });
    expect(fillDefaults({ a: null }, plan)).toEqual({ a: null });
  });
});
