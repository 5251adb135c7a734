import { beforeAll, describe, expect, test } from "vitest";
import type { JsonValue } from "../../src/generator/json.js";
import { compileMany } from "../support/compiled-schema.js";
import { corpusTools, schemasOf } from "../support/corpus.js";
import { drawInstance } from "../support/instances.js";
import { hintsOf, mutate } from "../support/mutations.js";
import { draftOf } from "../support/oracles.js";
import { openRandom } from "../support/random.js";
import {
  judgeTrials,
  type Judged,
  type Judgement,
  type Trial,
} from "../support/schema-trial.js";
import { refusedByType } from "../support/type-acceptance.js";

const tools = corpusTools();
const servers = [...new Set(tools?.map(({ server }) => server))];

/** Of each kind, for each schema. */
const perSchema = 20;

/** TypeScript reads a whole program for them: four different ones of each schema have to do. */
const typedPerSchema = 4;

/** Tools of whose schemas no 20 valid instances can be made, with the reason. None. */
const barren: { readonly [tool: string]: string } = {};

/** Tools with a schema that hyperjump holds to be none; Ajv is the only referee of them. */
const refused: { readonly [tool: string]: string } = {
  "vapi-ai__mcp-server create_assistant":
    "an enum has the value 11labs twice, which the meta-schema forbids",
  "vapi-ai__mcp-server update_assistant": "the same enum",
};

/** Instances on which Ajv and hyperjump differ, by tool, with the reason. None. */
const disputed: { readonly [tool: string]: string } = {};

type Row = Judged & { readonly tool: string };

describe.skipIf(tools === undefined)("every captured tool", () => {
  const rows: Row[] = [];

  beforeAll(async () => {
    for (const server of servers) {
      const asked = (tools ?? [])
        .filter((tool) => tool.server === server)
        .flatMap((tool) =>
          schemasOf(tool).map((schema) => ({
            tool: `${server} ${tool.name}`,
            trial: trialOf(schema),
          })),
        );
      const judged = await judgeTrials(asked.map(({ trial }) => trial));
      judged.forEach((one, index) =>
        rows.push({ ...one, tool: asked[index]?.tool ?? "" }),
      );
    }
  });

  /** The tools that have a judgement among those from `from` on of which `is` holds. */
  const toolsWhere = (
    is: (judgement: Judgement) => boolean,
    from = 0,
    to = Infinity,
  ) => {
    const found = rows.filter(({ judgements }) =>
      judgements.slice(from, to).some(is),
    );
    return [...new Set(found.map(({ tool }) => tool))];
  };

  test("20 instances of each schema are valid to both oracles", () => {
    const isInvalid = ({ ajv, hyperjump }: Judgement) =>
      ajv !== true || hyperjump === false;
    expect(toolsWhere(isInvalid, 0, perSchema)).toEqual(Object.keys(barren));
  });

  test("the oracles read every schema and agree", () => {
    const isRefused = ({ ajv, hyperjump }: Judgement) =>
      typeof ajv !== "boolean" || typeof hyperjump !== "boolean";
    expect(toolsWhere(isRefused)).toEqual(Object.keys(refused));
    const isDisputed = (judgement: Judgement) =>
      judgement.ajv !== judgement.hyperjump && !isRefused(judgement);
    expect(toolsWhere(isDisputed)).toEqual(Object.keys(disputed));
  });

  test("the validators say the same in every mode, and so does the interpreter", () => {
    const isOurs = ({ own, ajv }: Judgement) =>
      Object.values(own).some((said) => said !== ajv);
    expect(toolsWhere(isOurs)).toEqual([]);
    const all = rows.flatMap(({ judgements }) => judgements);
    const valid = all.filter(({ ajv }) => ajv === true).length;
    console.info(
      `${tools?.length} tools, ${rows.length} schemas, ${all.length} instances, ${valid} of them valid`,
    );
  });

  test("the types accept valid instances, all but those that no key of the type meets", () => {
    let weak = 0;
    for (const server of servers) {
      const typed = rows
        .filter(({ tool }) => tool.startsWith(`${server} `))
        .map(({ trial, compiled, judgements }) => ({
          schema: trial.schema,
          compiled,
          instances: different(judgements).slice(0, typedPerSchema),
        }));
      const refusals = refusedByType(typed);
      weak += refusals.length;
      // TypeScript calls types weak that have optional members alone; with an index signature none is
      const open = compileMany(
        typed.map(({ schema }) => schema),
        { open: true },
      );
      const again = open.map((compiled, at) => ({
        compiled,
        instances: refusals
          .filter(({ index }) => index === at)
          .map(({ instance }) => instance),
      }));
      const asked = again.filter(({ instances }) => instances.length > 0);
      expect.soft(asked.length === 0 ? [] : refusedByType(asked)).toEqual([]);
    }
    console.info(`${weak} instances share no key with a weak type`);
  });
});

function trialOf(schema: JsonValue): Trial {
  const draft = draftOf(schema);
  const random = openRandom(JSON.stringify(schema).length);
  const hints = hintsOf(schema);
  const drawn = Array.from({ length: perSchema }, () =>
    drawInstance(schema, draft, random),
  );
  const mutated = drawn.map((instance) => {
    let changed = mutate(instance, hints, random);
    while (random.chance(0.4)) changed = mutate(changed, hints, random);
    return changed;
  });
  return { draft, schema, instances: [...drawn, ...mutated] };
}

/** The valid instances, each once. */
function different(judgements: readonly Judgement[]): readonly JsonValue[] {
  const valid = judgements
    .slice(0, perSchema)
    .filter(({ ajv }) => ajv === true)
    .map(({ instance }) => [JSON.stringify(instance), instance] as const);
  return [...new Map(valid).values()];
}
