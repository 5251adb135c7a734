import fc from "fast-check";
import type { JsonObject, JsonValue } from "../../src/generator/json.js";
import { equal } from "../../src/runtime/validate.js";
import { drafts, type Draft } from "./json-schema-suite.js";
import { link } from "./random-references.js";

/** A schema and the seed of the instances that are drawn for it. */
export type RandomSchema = {
  readonly draft: Draft;
  readonly schema: JsonValue;
  readonly seed: number;
};

type Part = fc.Arbitrary<JsonObject>;
type Weighted = readonly [weight: number, part: Part];

/** Few names, so that those of a schema and those of an instance meet; some that objects inherit. */
export const propertyNames: readonly string[] = [
  "a",
  "b",
  "ab",
  "",
  "__proto__",
  "toString",
  "é",
  "a/b~c",
];

const patterns = ["^a", "b$", "^.{2}$", "\\d", "^\\p{L}+$", "", "^[^_]*$"];
const numbers = [-1, 0, 1, 2, 3, 0.5, 1.5, 0.3, 1.1, 19.99, 1e21];
const steps = [1, 2, 3, 0.5, 0.1, 0.01, 1.5, 0.3, 1e-7];
const values: readonly JsonValue[] = [
  ...["", "a", "ab", "é", "😀", "toString"],
  ...[0, 1, -1, 1.5, 0.3, null, true, false],
  ...[[], {}, [1], [1, "a"], [[]], { a: 1 }, { a: 1, b: [null] }],
  JSON.parse('{"__proto__":1}') as JsonValue,
  { b: [null], a: 1 },
];

const oneValue = fc.constantFrom(...values);
const oneName = fc.constantFrom(...propertyNames);
const names = fc.uniqueArray(oneName, { minLength: 1, maxLength: 3 });
const count = fc.nat(3);
const pattern = fc.constantFrom(...patterns);
const number = fc.constantFrom(...numbers);
const typeName = fc.constantFrom(
  ...["string", "number", "integer", "boolean", "null", "array", "object"],
);

/** Values that are all different, as the meta-schema wants them. */
const enumeration = fc.uniqueArray(oneValue, {
  minLength: 1,
  maxLength: 4,
  comparator: equal,
});

/** A map from names to what `inner` makes. */
function map(
  key: fc.Arbitrary<string>,
  inner: fc.Arbitrary<JsonValue>,
): fc.Arbitrary<JsonObject> {
  return fc
    .array(fc.tuple(key, inner), { minLength: 1, maxLength: 3 })
    .map((entries) => Object.fromEntries(entries));
}

function keyword(name: string, value: fc.Arbitrary<JsonValue>): Part {
  return value.map((made) => ({ [name]: made }));
}

function merged(...parts: readonly Part[]): Part {
  return fc
    .tuple(...parts)
    .map((made) => Object.assign({}, ...made) as JsonObject);
}

/** Keywords without subschemas. */
const assertions: readonly Weighted[] = [
  [6, keyword("type", typeName)],
  [
    2,
    keyword("type", fc.uniqueArray(typeName, { minLength: 1, maxLength: 3 })),
  ],
  [2, keyword("const", oneValue)],
  [2, keyword("enum", enumeration)],
  [1, keyword("minimum", number)],
  [1, keyword("maximum", number)],
  [1, keyword("exclusiveMinimum", number)],
  [1, keyword("exclusiveMaximum", number)],
  [2, keyword("multipleOf", fc.constantFrom(...steps))],
  [1, keyword("minLength", count)],
  [1, keyword("maxLength", count)],
  [2, keyword("pattern", pattern)],
  [1, keyword("minItems", count)],
  [1, keyword("maxItems", count)],
  [2, keyword("uniqueItems", fc.boolean())],
  [3, keyword("required", names)],
  [1, keyword("minProperties", count)],
  [1, keyword("maxProperties", count)],
  [1, keyword("default", oneValue)],
  [1, keyword("format", fc.constantFrom("email", "date-time", "uuid"))],
  [1, keyword("description", fc.constant("*/ anything"))],
];

/** Keywords that all drafts have and that hold subschemas. */
function applicators(sub: fc.Arbitrary<JsonValue>): readonly Weighted[] {
  const list = fc.array(sub, { minLength: 1, maxLength: 3 });
  return [
    [6, keyword("properties", map(oneName, sub))],
    [2, keyword("patternProperties", map(pattern, sub))],
    [2, keyword("additionalProperties", sub)],
    [2, keyword("propertyNames", sub)],
    [2, keyword("items", sub)],
    [2, keyword("contains", sub)],
    [2, keyword("allOf", list)],
    [3, keyword("anyOf", list)],
    [3, keyword("oneOf", list)],
    [2, keyword("not", sub)],
    [2, merged(keyword("if", sub), keyword("then", sub), keyword("else", sub))],
    [1, merged(keyword("if", sub), keyword("then", sub))],
    [1, keyword("else", sub)],
    [
      3,
      keyword(
        "$ref",
        fc.nat(999).map((target) => `?${target}`),
      ),
    ],
  ];
}

/** Keywords that only some drafts have. */
function ofDraft(
  draft: Draft,
  sub: fc.Arbitrary<JsonValue>,
): readonly Weighted[] {
  const list = fc.array(sub, { minLength: 1, maxLength: 3 });
  const listed = merged(
    keyword("items", list),
    keyword("additionalItems", sub),
  );
  const dependency = fc.oneof<[typeof sub, fc.Arbitrary<JsonValue>]>(
    sub,
    names,
  );
  if (draft === "draft7") {
    return [
      [2, listed],
      [1, keyword("items", list)],
      [2, keyword("dependencies", map(oneName, dependency))],
    ];
  }
  const modern: readonly Weighted[] = [
    [2, keyword("dependentRequired", map(oneName, names))],
    [2, keyword("dependentSchemas", map(oneName, sub))],
    [1, merged(keyword("contains", sub), keyword("minContains", count))],
    [1, merged(keyword("contains", sub), keyword("maxContains", count))],
    [3, keyword("unevaluatedProperties", sub)],
    [3, keyword("unevaluatedItems", sub)],
  ];
  return draft === "draft2019-09"
    ? [...modern, [2, listed], [1, keyword("$recursiveRef", fc.constant("#"))]]
    : [
        ...modern,
        [2, keyword("prefixItems", list)],
        [1, merged(keyword("prefixItems", list), keyword("items", sub))],
        [2, keyword("$dynamicRef", fc.constant("#node"))],
      ];
}

function oneOfParts(parts: readonly Weighted[]): Part {
  return fc.oneof(
    ...parts.map(([weight, arbitrary]) => ({ weight, arbitrary })),
  );
}

function subschema(draft: Draft, depth: number): fc.Arbitrary<JsonValue> {
  const flat = oneOfParts(assertions);
  const verdict = fc.constantFrom<JsonValue>(true, false, {});
  if (depth === 0) {
    return fc.oneof(
      { weight: 1, arbitrary: verdict },
      { weight: 6, arbitrary: flat },
      { weight: 2, arbitrary: merged(flat, flat) },
    );
  }
  const sub = subschema(draft, depth - 1);
  const deep = oneOfParts([...applicators(sub), ...ofDraft(draft, sub)]);
  return fc.oneof(
    { weight: 1, arbitrary: verdict },
    { weight: 4, arbitrary: flat },
    { weight: 4, arbitrary: deep },
    { weight: 6, arbitrary: merged(flat, deep) },
    { weight: 6, arbitrary: merged(deep, deep) },
    { weight: 3, arbitrary: merged(deep, deep, flat, deep) },
  );
}

function document(draft: Draft): fc.Arbitrary<RandomSchema> {
  const root = subschema(draft, 3).filter((made) => typeof made === "object");
  const definitions = fc.array(subschema(draft, 2), { maxLength: 3 });
  return fc
    .record({
      root,
      definitions,
      choices: fc.nat(2 ** 31),
      seed: fc.nat(2 ** 31),
    })
    .map(({ root, definitions, choices, seed }) => ({
      draft,
      seed,
      schema: link(
        draft,
        drafts[draft],
        root as JsonObject,
        definitions,
        choices,
      ),
    }));
}

/** Schemas of every draft, as nested as people write them, with every keyword; references never lead round in place. */
export const randomSchema: fc.Arbitrary<RandomSchema> = fc.oneof(
  ...(Object.keys(drafts) as Draft[]).map(document),
);
