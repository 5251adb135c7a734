import { join } from "node:path";
import { exactType } from "../../bench/soundness/instance.js";
import { typeCheck } from "../../bench/soundness/type-check.js";
import type { JsonValue } from "../../src/generator/json.js";
import type { CompiledSchema } from "../../src/generator/jsonschema/compile.js";
import { root } from "./project.js";

/** Schemas that were compiled into one file, and instances of each that it accepts. */
export type TypedInstances = {
  readonly compiled: CompiledSchema;
  readonly instances: readonly JsonValue[];
};

/** The instances whose exact types are not assignable to the emitted type, by index of their schema. */
export function refusedByType(
  all: readonly TypedInstances[],
): readonly { readonly index: number; readonly instance: JsonValue }[] {
  const asked = all.flatMap(({ compiled, instances }, index) =>
    instances.map((instance) => ({ index, instance, type: compiled.name })),
  );
  const [verdict] = typeCheck([
    {
      path: join(root, ".in-memory/types.ts"),
      text: all.map(({ compiled }) => compiled.types).join("\n\n"),
      checks: asked.map(
        ({ type, instance }, at) =>
          `const value${at}: ${type} = null! as ${exactType(instance)};`,
      ),
    },
  ]);
  if (verdict?.compiles !== true)
    throw new Error("emitted types do not compile");
  return asked
    .filter((_, at) => verdict.accepted[at] !== true)
    .map(({ index, instance }) => ({ index, instance }));
}
