import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { JsonObject, JsonValue } from "../../src/generator/json.js";
import type { Draft } from "../../test/support/json-schema-suite.js";
import { draftOf, openAjv } from "../../test/support/oracles.js";
import { installed } from "../installed.js";
import type { Compile, Open } from "../validators/contender.js";
import {
  openAta,
  openHyperjump,
  openSchemasafe,
  openTypebox,
} from "../validators/peers.js";
import { bundle } from "./bundle.js";
import { generators, type GeneratorName } from "./generators.js";

/** Whether a value is valid. */
export type Check = (value: JsonValue) => boolean;

/** The validators of every schema, or nothing where the package is not installed. */
export type Contender = (
  schemas: readonly JsonObject[],
) => Promise<readonly Check[] | undefined>;

/** The bundle of generated code, loaded as a module: no `new Function`. */
function aheadOfTime(name: GeneratorName): Contender {
  return async (schemas) => {
    const text = await bundle(generators[name](schemas), false);
    const folder = mkdtempSync(join(tmpdir(), "mcpgen-bench-"));
    const file = join(folder, "validators.mjs");
    writeFileSync(file, text);
    const module = (await import(pathToFileURL(file).href)) as {
      readonly [name: string]: Check;
    };
    rmSync(folder, { recursive: true });
    return schemas.map((_, index) => {
      const check = module[`check${index}`];
      if (check === undefined) throw new Error(`${name} lacks check${index}`);
      return check;
    });
  };
}

function ajvRuntime(ownProperties: boolean): Contender {
  return async (schemas) =>
    schemas.map((schema) => {
      const ajv = openAjv(draftOf(schema), { ownProperties });
      return ajv.compile(schema) as Check;
    });
}

/** A peer through the adapter that `npm run validators` asks about correctness. */
function peer(name: string, open: Open): Contender {
  return async (schemas) => {
    if (installed(name) === undefined) return undefined;
    const opened = new Map<Draft, Compile>();
    const checks: Check[] = [];
    for (const schema of schemas) {
      const draft = draftOf(schema);
      const exam = { draft, groups: [], documents: new Map() };
      const compile = opened.get(draft) ?? (await open(exam));
      opened.set(draft, compile);
      const group = { file: "", description: "", schema, tests: [] };
      checks.push((await compile(group)) as Check);
    }
    return checks;
  };
}

/** Who runs; ratios are to the second one. */
export const contenders: ReadonlyMap<string, Contender> = new Map([
  ["mcpgen", aheadOfTime("mcpgen")],
  ["ajv", ajvRuntime(false)],
  ["ajv, own properties", ajvRuntime(true)],
  ["ajv standalone", aheadOfTime("ajv standalone")],
  ["@exodus/schemasafe", peer("@exodus/schemasafe", openSchemasafe)],
  ["ata-validator", peer("ata-validator", openAta)],
  ["typebox", peer("typebox", openTypebox)],
  ["@hyperjump/json-schema", peer("@hyperjump/json-schema", openHyperjump)],
]);
