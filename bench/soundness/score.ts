import { join } from "node:path";
import type { JsonValue } from "../../src/generator/json.js";
import type { SuiteGroup } from "../../test/support/json-schema-suite.js";
import { root } from "../../test/support/project.js";
import { exactType, freshLiteral } from "./instance.js";
import { namesEveryKey } from "./named-keys.js";
import { typeCheck, type CheckedModule } from "./type-check.js";
import type { CompiledType, TypeCompiler } from "./type-compiler.js";

/** How a type judges one instance. */
export type InstanceVerdict = {
  /** `file › group › test`, as the suite words them. */
  readonly title: string;
  readonly schema: JsonValue;
  readonly data: JsonValue;
  readonly valid: boolean;
  /** Whether the instance's exact type is assignable. */
  readonly struct: boolean;
  /** Whether the object literal is, excess-property checks included. */
  readonly fresh: boolean;
  /** Whether the schema names every key of it; false for invalid instances, where nobody asks. */
  readonly named: boolean;
};

/** How the type of one schema judges its instances. */
export type SchemaVerdict = {
  /** What the compiler printed, or why it threw. */
  readonly text: string;
  /** False where the compiler threw or its text is no valid TypeScript: it then accepts nothing and rejects nothing. */
  readonly compiles: boolean;
  readonly instances: readonly InstanceVerdict[];
};

/** Sums over all schemas. */
export type Score = {
  readonly schemas: number;
  readonly failed: number;
  readonly valid: number;
  readonly struct: number;
  /** Valid instances whose keys the schema names, and those of them that are accepted as literals. */
  readonly named: number;
  readonly namedFresh: number;
  readonly invalid: number;
  readonly rejected: number;
  /** Rejections by types that accept every valid instance of their schema. */
  readonly sound: number;
};

/** Modules stand below the peers' folder, so that what they import is found. */
const folder = join(root, "bench/peers/.in-memory");

/** Compiles every schema of the groups and checks every instance against its type, in one program. */
export async function judgeTypes(
  compiler: TypeCompiler,
  groups: readonly SuiteGroup[],
  documents: ReadonlyMap<string, JsonValue>,
): Promise<readonly SchemaVerdict[]> {
  const made = await Promise.all(
    groups.map(({ schema }) => attempt(compiler, schema, documents)),
  );
  const modules = groups.map(({ tests }, index): CheckedModule => {
    const found = made[index];
    const path = join(folder, `${compiler.name}-${index}.ts`);
    if (found === undefined || "thrown" in found) {
      return { path, text: "", checks: [] };
    }
    const checks = tests.flatMap(({ data }, at) => [
      `const struct${at}: ${found.type} = null! as ${exactType(data)};`,
      `const fresh${at}: ${found.type} = ${freshLiteral(data)};`,
    ]);
    return { path, text: found.text, checks };
  });
  const verdicts = typeCheck(modules);
  return groups.map((group, index) => {
    const found = made[index];
    const threw = found === undefined || "thrown" in found;
    const { compiles = false, accepted = [] } = verdicts[index] ?? {};
    return {
      text: threw ? (found?.thrown ?? "") : found.text,
      compiles: compiles && !threw,
      instances: group.tests.map(({ description, data, valid }, at) => ({
        title: `${group.file} › ${group.description} › ${description}`,
        schema: group.schema,
        data,
        valid,
        struct: accepted[2 * at] === true,
        fresh: accepted[2 * at + 1] === true,
        named: valid && namesEveryKey(group.schema, data, documents),
      })),
    };
  });
}

async function attempt(
  compiler: TypeCompiler,
  schema: JsonValue,
  documents: ReadonlyMap<string, JsonValue>,
): Promise<CompiledType | { readonly thrown: string }> {
  try {
    // some compilers change the schema that they are given
    return await compiler.compile(structuredClone(schema), documents);
  } catch (error) {
    return { thrown: String(error) };
  }
}

/** Invalid instances that a type rejects while it accepts every valid one of its schema. */
function soundRejections(verdict: SchemaVerdict): readonly InstanceVerdict[] {
  const { compiles, instances } = verdict;
  const isSound =
    compiles && instances.every(({ valid, struct }) => struct || !valid);
  return isSound
    ? instances.filter(({ valid, struct }) => !valid && !struct)
    : [];
}

/** Adds the verdicts up. */
export function scoreOf(verdicts: readonly SchemaVerdict[]): Score {
  const all = verdicts.flatMap(({ instances }) => instances);
  const valid = all.filter((instance) => instance.valid);
  const rejected = verdicts
    .filter(({ compiles }) => compiles)
    .flatMap(({ instances }) => instances)
    .filter((instance) => !instance.valid && !instance.struct);
  return {
    schemas: verdicts.length,
    failed: verdicts.filter(({ compiles }) => !compiles).length,
    valid: valid.length,
    struct: valid.filter(({ struct }) => struct).length,
    named: valid.filter(({ named }) => named).length,
    namedFresh: valid.filter(({ named, fresh }) => named && fresh).length,
    invalid: all.length - valid.length,
    rejected: rejected.length,
    sound: verdicts.flatMap(soundRejections).length,
  };
}
