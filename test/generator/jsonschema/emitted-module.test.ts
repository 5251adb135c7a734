import { join } from "node:path";
import { build, transformSync } from "esbuild";
import { describe, expect, test } from "vitest";
import { compileSchema } from "../../../src/generator/jsonschema/compile.js";
import { openConstants } from "../../../src/generator/jsonschema/validators/writer.js";
import { createNames } from "../../../src/generator/names.js";
import { moduleText } from "../../support/compiled-schema.js";
import {
  corpusTools,
  schemasOf,
  type CorpusTool,
} from "../../support/corpus.js";
import { emitValue, textOf } from "../../support/emitted.js";
import { project } from "../../support/project.js";
import { runNode } from "../../support/run.js";
import { temporary } from "../../support/temporary.js";

const sample = `
import * as validators from ${JSON.stringify(project("out/weather/validators.ts"))};
import { issuesOf } from ${JSON.stringify(project("out/runtime/validate.ts"))};
const said = [];
try {
  new Function("return 1");
} catch (error) {
  said.push(error.name);
}
const { isWeatherCurrentInput } = validators;
said.push(issuesOf(isWeatherCurrentInput, { location: "Bern" }) ?? "valid");
for (const { message } of issuesOf(isWeatherCurrentInput, { units: "x" })) said.push(message);
console.log(JSON.stringify(said));
`;

test("the sample's validators run where no code may be made from text", async () => {
  const outfile = join(await temporary(), "app.mjs");
  await build({
    stdin: { contents: sample, loader: "ts", resolveDir: project() },
    bundle: true,
    format: "esm",
    outfile,
    logLevel: "silent",
  });
  const strict = "--disallow-code-generation-from-strings";
  const { stdout, stderr } = await runNode([strict, outfile]);
  expect(stderr).toBe("");
  expect(JSON.parse(stdout)).toEqual([
    "EvalError",
    "valid",
    'must have the property "location"',
    'must be one of "metric", "imperial", "kelvin"',
  ]);
});

test("the tools of a server share equal constants", async () => {
  const schema = {
    type: "object",
    properties: {
      a: { enum: ["x", "y"] },
      b: { type: "string", pattern: "^b" },
    },
    additionalProperties: false,
  };
  const tools = ["first", "second"].map((name) => ({
    name,
    inputSchema: schema,
    outputSchema: schema,
  }));
  const server = { name: "shared", version: "1.0.0" };
  const { files } = await emitValue({ server, tools });
  const text = textOf(files, "/validators.ts");
  expect(text.match(/^const .*/gm)).toEqual([
    'const aValues: readonly unknown[] = ["x", "y"];',
    'const pattern = /*@__PURE__*/ new RegExp("^b", "u");',
  ]);
});

const tools = corpusTools();

/** Bytes of the validators of some tools as one module, minified, without the runtime that they import. */
function minifiedBytes(some: readonly CorpusTool[]): number {
  const schemas = some.flatMap(schemasOf);
  const names = createNames(schemas.map((_, index) => `S${index}`));
  const constants = openConstants(names);
  const compiled = schemas.map((schema, index) =>
    compileSchema({ name: `S${index}`, schema, constants }, names),
  );
  const text = moduleText(compiled, "./validate.js");
  const options = { loader: "ts", format: "esm", minify: true } as const;
  return Buffer.byteLength(transformSync(text, options).code);
}

async function runtimeBytes(): Promise<number> {
  const contents = `export * from "./validate.js"; export * from "./sentence.js"; export * from "./union.js";`;
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: project("src/runtime") },
    bundle: true,
    format: "esm",
    minify: true,
    write: false,
  });
  return outputFiles[0]!.contents.length;
}

describe.skipIf(tools === undefined)("the corpus beside the project", () => {
  test(
    "a tool's validators take 5 kB on average, minified",
    { timeout: 300_000 },
    async () => {
      const all = tools ?? [];
      const alone = all.reduce((sum, tool) => sum + minifiedBytes([tool]), 0);
      const average = Math.round(alone / all.length);
      const runtime = await runtimeBytes();
      console.info(
        `${all.length} tools: ${average} bytes of validators each, minified; the runtime below all of them ${runtime} bytes`,
      );
      expect(average).toBeLessThanOrEqual(5000);
    },
  );
});
