import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { buildSync } from "esbuild";
import type { Issue } from "../../src/runtime/validate.js";
import {
  compileSchema,
  type CompiledSchema,
  type CompileRequest,
} from "../../src/generator/jsonschema/compile.js";
import type { JsonValue } from "../../src/generator/json.js";
import { createNames } from "../../src/generator/names.js";

export type Check = (value: unknown, issues?: Issue[]) => boolean;

/** Compiles one schema under the name `T`. */
export function compileOne(
  schema: JsonValue,
  options: Partial<CompileRequest> = {},
): CompiledSchema {
  const names = createNames(["T"]);
  return compileSchema({ name: "T", schema, ...options }, names);
}

/** Compiles many schemas that share one file: `S0`, `S1`, … */
export function compileMany(
  schemas: readonly JsonValue[],
  options: Partial<CompileRequest> = {},
): readonly CompiledSchema[] {
  const wanted = schemas.map((_, index) => `S${index}`);
  const names = createNames(wanted);
  return schemas.map((schema, index) =>
    compileSchema({ name: `S${index}`, schema, ...options }, names),
  );
}

/** One TypeScript file with the types and validators of all. */
export function moduleText(
  compiled: readonly CompiledSchema[],
  runtime: string,
): string {
  const imports = [...new Set(compiled.flatMap((c) => c.validatorImports))];
  const values = imports.filter((name) => name !== "Issue").sort();
  const types = imports.filter((name) => name === "Issue");
  const names = [...values, ...types.map((name) => `type ${name}`)];
  const head =
    names.length === 0
      ? ""
      : `import {\n${names.map((name) => `  ${name},\n`).join("")}} from ${JSON.stringify(runtime)};\n\n`;
  const bodies = compiled.map((c) => `${c.types}\n\n${c.validator}`);
  return `${head}${bodies.join("\n\n")}\n`;
}

const runtime = resolve(import.meta.dirname, "../../src/runtime/validate.ts");

/** Runs the emitted validators. */
export async function load(
  compiled: readonly CompiledSchema[],
): Promise<readonly Check[]> {
  const folder = mkdtempSync(join(tmpdir(), "mcpgen-schema-"));
  try {
    const source = join(folder, "all.ts");
    const target = join(folder, "all.mjs");
    writeFileSync(source, moduleText(compiled, runtime));
    buildSync({
      entryPoints: [source],
      outfile: target,
      bundle: true,
      format: "esm",
      target: "es2022",
      logLevel: "silent",
    });
    const module = (await import(pathToFileURL(target).href)) as {
      readonly [name: string]: Check;
    };
    return compiled.map(({ validatorName }) => {
      const check = module[validatorName];
      if (check === undefined) throw new Error(`no ${validatorName}`);
      return check;
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
