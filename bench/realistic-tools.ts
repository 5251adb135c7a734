import type { JsonObject, JsonValue } from "../src/generator/json.js";
import { openRandom, type Random } from "../test/support/random.js";

/** A tool as a server lists it. */
export type Tool = {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
};

const words = (text: string) => text.split(" ");
const verbs = words(
  "create update delete list get search move copy archive assign approve cancel export import link merge publish rename share sync",
);
const nouns = words(
  "account board branch calendar channel comment commit contact customer document event field file folder invoice issue item label member message milestone note order page payment pipeline product project record release report review role schedule sheet status subscription tag task team template thread ticket user version view workflow workspace",
);
const qualifiers = words(
  "parent target source default external internal primary shared current next max min total start end updated created",
);
const suffixes = words(
  "id name title body url type state count limit email note color key path date",
);
const filler = words(
  "the of a to be used when with if it is given for that which identifies belongs defaults comes from must match optional filter results only",
);

/** Shares of the kinds of property, as 2,266 captured tools have them. */
const kinds: readonly (readonly [share: number, kind: Kind])[] = [
  [0.42, "string"],
  [0.08, "nullable"],
  [0.09, "enum"],
  [0.09, "boolean"],
  [0.08, "number"],
  [0.06, "integer"],
  [0.09, "array"],
  [0.05, "object"],
  [0.02, "map"],
  [0.02, "choice"],
];
type Kind =
  | "string"
  | "nullable"
  | "enum"
  | "boolean"
  | "number"
  | "integer"
  | "array"
  | "object"
  | "map"
  | "choice";

/** How many properties a tool's root has, each as likely as the next; some have a long tail. */
const sizes = [0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 6, 6, 7, 8, 9, 10, 12, 15, 22, 44];

/** Made-up tools whose schemas are as large and as mixed as those of real servers: about 1.7 kB and 11 properties each. The same for the same seed. */
export function realisticTools(count: number, seed = 1): readonly Tool[] {
  const random = openRandom(seed);
  return Array.from({ length: count }, (_, index) => ({
    name: `${random.pick(verbs)}_${random.pick(nouns)}_${index}`,
    description: sentence(random, 20),
    inputSchema: {
      ...(random.chance(0.4) && {
        $schema: random.chance(0.7)
          ? "http://json-schema.org/draft-07/schema#"
          : "https://json-schema.org/draft/2020-12/schema",
      }),
      ...drawObject(random, random.pick(sizes), 0),
    },
  }));
}

function sentence(random: Random, most: number): string {
  const length = 4 + random.below(most);
  const text = Array.from({ length }, (_, index) =>
    random.pick(index % 4 === 3 ? nouns : filler),
  ).join(" ");
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;
}

function drawObject(random: Random, size: number, depth: number): JsonObject {
  const names = new Set<string>();
  while (names.size < size) names.add(propertyName(random));
  const properties = Object.fromEntries(
    [...names].map((name) => [name, drawProperty(random, depth)]),
  );
  const required = [...names].filter(() => random.chance(0.35));
  return {
    type: "object",
    properties,
    ...(required.length > 0 && { required }),
    ...(random.chance(0.6) && { additionalProperties: false }),
  };
}

function propertyName(random: Random): string {
  const parts = [random.pick(nouns), random.pick(suffixes)];
  if (random.chance(0.3)) parts.unshift(random.pick(qualifiers));
  const capital = (word: string) =>
    word.slice(0, 1).toUpperCase() + word.slice(1);
  if (random.chance(0.6)) return parts.join("_");
  return parts.map((word, at) => (at === 0 ? word : capital(word))).join("");
}

function drawProperty(random: Random, depth: number): JsonObject {
  const schema = drawKind(random, pickKind(random), depth);
  if (!random.chance(0.75)) return schema;
  return { ...schema, description: sentence(random, 24) };
}

function pickKind(random: Random): Kind {
  let left = random.next();
  for (const [share, kind] of kinds) {
    left -= share;
    if (left < 0) return kind;
  }
  return "string";
}

function drawKind(random: Random, kind: Kind, depth: number): JsonObject {
  // objects within objects get rarer and smaller
  const size = 1 + random.below(depth > 1 ? 3 : 6);
  switch (kind) {
    case "string":
      return drawString(random);
    case "nullable":
      return { type: [random.chance(0.8) ? "string" : "number", "null"] };
    case "enum":
      return drawEnum(random);
    case "boolean":
      return random.chance(0.3)
        ? { type: "boolean", default: false }
        : { type: "boolean" };
    case "number":
    case "integer":
      return {
        type: kind,
        ...(random.chance(0.3) && { minimum: random.below(2) }),
        ...(random.chance(0.2) && { maximum: 10 ** (1 + random.below(4)) }),
      };
    case "array":
      return { type: "array", items: drawProperty(random, depth + 1) };
    case "map":
      return { type: "object", additionalProperties: drawString(random) };
    case "choice":
      return { anyOf: [drawProperty(random, depth + 1), { type: "null" }] };
    case "object":
      return depth > 3
        ? drawString(random)
        : drawObject(random, size, depth + 1);
  }
}

const formats = words("date-time date uri email uuid");
const patterns = ["^[a-z0-9-]+$", "^#[0-9a-fA-F]{6}$", "^\\d{4}-\\d{2}$"];

function drawString(random: Random): JsonObject {
  const rules: { [keyword: string]: JsonValue } = { type: "string" };
  if (random.chance(0.06)) rules["format"] = random.pick(formats);
  else if (random.chance(0.05)) rules["pattern"] = random.pick(patterns);
  else if (random.chance(0.05)) rules["minLength"] = 1;
  if (random.chance(0.03)) rules["maxLength"] = 10 * (1 + random.below(40));
  return rules;
}

function drawEnum(random: Random): JsonObject {
  const size = 2 + random.below(random.chance(0.1) ? 20 : 4);
  const values = new Set<string>();
  while (values.size < size) values.add(random.pick(nouns));
  return { type: "string", enum: [...values] };
}
