import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { Ajv2020 } from "ajv/dist/2020.js";
import { beforeAll, describe, expect, it } from "vitest";

import { code } from "../../src/generator/code.js";
import {
  compileDefinitions,
  type CompiledSchema,
} from "../../src/generator/jsonschema/compile.js";
import { createNames } from "../../src/generator/names.js";
import { readProtocols } from "../../src/generator/protocol/read-protocols.js";
import type { Issue } from "../../src/runtime/validate.js";
import { shared } from "../support/project.js";
import { type Check, load } from "../support/compiled-schema.js";

const version = "2026-07-28";
const officialFolder = shared("protocol-schema", "MCP_PROTOCOL_SCHEMA");
const examplesFolder = join(officialFolder ?? "", version, "examples");
const hasExamples = officialFolder !== undefined;

const { protocols } = readProtocols(undefined, [version]);
const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema(protocols[0]?.document ?? {}, "protocol");

function accepts(definition: string, value: unknown): boolean {
  const validate = ajv.getSchema(`protocol#/$defs/${definition}`);
  if (validate === undefined) throw new Error(`no definition ${definition}`);
  return validate(value) === true;
}

let validators: ReadonlyMap<string, Check> = new Map();

/** Every definition's validator, as a build would emit it. */
beforeAll(async () => {
  const { definitions, dialect, keyword } = protocols[0]!;
  const compiled = compileDefinitions(definitions, {
    names: createNames(),
    dialect,
    container: keyword,
    validators: [...definitions.keys()],
  });
  expect(compiled.problems).toEqual([]);
  // One module holds them all: the first entry brings the text, the others only ask for a function.
  const entries = [...compiled.validators].map(
    ([name, validatorName], index): CompiledSchema => ({
      name,
      filledName: name,
      types: index === 0 ? compiled.types : code``,
      validatorName,
      validator: index === 0 ? compiled.validator : code``,
      validatorImports: index === 0 ? compiled.validatorImports : [],
      isObject: false,
      omittable: false,
      defaults: undefined,
      problems: [],
    }),
  );
  const checks = await load(entries);
  validators = new Map(
    entries.map(({ name }, index) => [name, checks[index]!]),
  );
});

function validator(definition: string): Check {
  const check = validators.get(definition);
  if (check === undefined) throw new Error(`no validator of ${definition}`);
  return check;
}

function issuesOf(definition: string, value: unknown): readonly Issue[] {
  const issues: Issue[] = [];
  validator(definition)(value, issues);
  return issues;
}

type Mutant = { readonly what: string; readonly value: unknown };

/** The value with one member left out, or one value of another type, at every place. */
function mutants(value: unknown, at = ""): readonly Mutant[] {
  const own = [null, 7, 0.5, "text", true, [], {}]
    .filter((other) => kindOf(other) !== kindOf(value))
    .map((other) => ({
      what: `${at} is ${JSON.stringify(other)}`,
      value: other,
    }));
  if (typeof value !== "object" || value === null) return own;
  const entries: [string, unknown][] = Object.entries(value);
  const rebuild = (members: readonly [string, unknown][]): unknown =>
    Array.isArray(value)
      ? members.map(([, member]) => member)
      : Object.fromEntries(members);
  const inner = entries.flatMap(([key, member], index) => [
    {
      what: `${at}/${key} is left out`,
      value: rebuild(entries.filter(([other]) => other !== key)),
    },
    ...mutants(member, `${at}/${key}`).map(({ what, value: part }) => ({
      what,
      value: rebuild([
        ...entries.slice(0, index),
        [key, part],
        ...entries.slice(index + 1),
      ]),
    })),
  ]);
  return [...own, ...inner];
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number")
    return Number.isInteger(value) ? "integer" : "fraction";
  return typeof value;
}

describe.skipIf(!hasExamples)("the corrected schema", () => {
  const examples = (hasExamples ? readdirSync(examplesFolder) : []).flatMap(
    (definition) =>
      readdirSync(join(examplesFolder, definition)).map(
        (file) => [definition, file] as const,
      ),
  );

  it("meets all published examples", () => {
    expect(examples).toHaveLength(129);
  });

  const read = (definition: string, file: string): unknown =>
    JSON.parse(readFileSync(join(examplesFolder, definition, file), "utf8"));

  it.each(examples)("accepts %s/%s", (definition, file) => {
    expect(accepts(definition, read(definition, file))).toBe(true);
  });

  it.each(examples)(
    "compiled by ourselves, accepts %s/%s",
    (definition, file) => {
      expect(issuesOf(definition, read(definition, file))).toEqual([]);
    },
  );

  it("compiled by ourselves, accepts and refuses what ajv does", () => {
    const verdicts = { accepted: 0, refused: 0 };
    const disagreed = examples.flatMap(([definition, file]) =>
      mutants(read(definition, file)).flatMap(({ what, value }) => {
        const theirs = accepts(definition, value);
        verdicts[theirs ? "accepted" : "refused"] += 1;
        const ours = validator(definition)(value);
        const issues = issuesOf(definition, value);
        return ours === theirs && ours === (issues.length === 0)
          ? []
          : [{ definition, file, what, theirs, ours, issues }];
      }),
    );
    expect(disagreed).toEqual([]);
    expect(verdicts.accepted).toBeGreaterThan(1000);
    expect(verdicts.refused).toBeGreaterThan(1000);
  });
});

describe("the corrections", () => {
  it("let null and fractions through", () => {
    expect(accepts("JSONValue", { deep: [null, 1.5] })).toBe(true);
    expect(
      accepts("ClientCapabilities", {
        experimental: { x: { y: null, z: 1.5 } },
      }),
    ).toBe(true);
    expect(
      accepts("ElicitResult", { action: "accept", content: { score: 95.5 } }),
    ).toBe(true);
  });

  it("leave ids and tokens whole", () => {
    expect(accepts("RequestId", 1.5)).toBe(false);
    expect(accepts("ProgressToken", null)).toBe(false);
  });
});
