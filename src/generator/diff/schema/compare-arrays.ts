import type { Schema } from "../../jsonschema/form/schema.js";
import { compareLeast, compareMost } from "./compare-scalars.js";
import { within, type Compare, type Fact } from "./fact.js";
import type { Position } from "./position.js";

/** Compares what two positions say of arrays: each place of a tuple, and the rest. */
export function compareArrays(
  previous: Position,
  current: Position,
  pointer: string,
  compare: Compare,
): readonly Fact[] {
  const olds = previous.parts;
  const news = current.parts;
  const limits = (parts: readonly Schema[], key: "min" | "max") =>
    parts.map(({ array }) => array?.[key]);
  const length = Math.max(
    0,
    ...[...olds, ...news].map(({ array }) => array?.prefix.length ?? 0),
  );
  const places = Array.from({ length }, (_, index) =>
    within(`[${index}]`, compare(itemsOf(olds, index), itemsOf(news, index))),
  );
  const rest = compare(itemsOf(olds, length), itemsOf(news, length));
  return [
    ...places.flat(),
    ...within("[]", rest),
    ...compareLeast(
      "minItems",
      limits(olds, "min"),
      limits(news, "min"),
      pointer,
    ),
    ...compareMost(
      "maxItems",
      limits(olds, "max"),
      limits(news, "max"),
      pointer,
    ),
  ];
}

function itemsOf(parts: readonly Schema[], index: number): readonly Schema[] {
  return parts.flatMap(
    ({ array }) => array?.prefix[index] ?? array?.rest ?? [],
  );
}
