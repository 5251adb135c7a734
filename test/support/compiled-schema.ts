import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { buildSync } from "esbuild";
import type { Check } from "../../src/runtime/validate.js";
import {
  compileSchema,
  type CompiledSchema,
  type CompileRequest,
} from "../../src/generator/jsonschema/compile.js";
import type { JsonValue } from "../../src/generator/json.js";
import { runtimeModule } from "../../src/generator/jsonschema/validators/runtime-names.js";
import { createNames } from "../../src/generator/names.js";

export type { Check };

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

/** One TypeScript file with the types and validators of all; `runtime` is the path of validate.ts. */
export function moduleText(
  compiled: readonly Pick<
    CompiledSchema,
    "types" | "validator" | "validatorImports"
  >[],
  runtime: string,
): string {
  const names = new Set(compiled.flatMap((c) => c.validatorImports));
  const others = [...names].map(runtimeModule).filter((m) => m !== "validate");
  const modules = new Set([...others, "validate"]);
  const imports = [...modules].map((module) => {
    const from = JSON.stringify(runtime.replace("validate", module));
    const rows = [...names]
      .filter((name) => runtimeModule(name) === module)
      .map((name) => `  ${name === "Issue" ? "type Issue" : name},\n`);
    return rows.length === 0
      ? ""
      : `import {\n${rows.join("")}} from ${from};\n`;
  });
  const bodies = compiled.map((c) => `${c.types}\n\n${c.validator}`);
  return `${imports.join("")}\n${bodies.join("\n\n")}\n`;
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
