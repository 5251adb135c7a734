import { createRequire } from "node:module";
import type { checkSync as Check, Parameters } from "recheck";

const require = createRequire(import.meta.url);

/**
 * Only a repeated group can be read in exponentially many ways: one repeated without
 * bound, or at least ten times. Escapes and classes are not told apart from groups,
 * so that this passes too much and never too little.
 */
const repeatedGroup = /\)(?:[*+]|\{\d+,\}|\{(?:\d+,)?\d{2,}\})/;

/**
 * Every limit counts steps and none counts time, so that a slow machine says the same:
 * automata of up to 500 states are decided exactly, larger ones and those with
 * lookarounds or back-references by attacks derived from the pattern.
 */
const limits: Parameters = {
  timeout: null,
  attackTimeout: null,
  incubationTimeout: null,
  seedingTimeout: null,
  recallTimeout: -1,
  maxNFASize: 500,
  maxIteration: 0,
  maxInitialGenerationSize: 1,
  maxGenerationSize: 1,
  incubationLimit: 1,
  seedingLimit: 1,
  attackLimit: 100_000,
  randomSeed: 1,
};

const longestAttack = 80;
const judged = new Map<string, string | undefined>();

/** A text on which the pattern takes exponential time, as a JavaScript expression; undefined where there is none. */
export function slowText(pattern: string, flags: string): string | undefined {
  if (!repeatedGroup.test(pattern)) return undefined;
  const key = `${flags} ${pattern}`;
  if (!judged.has(key)) judged.set(key, findAttack(pattern, flags));
  return judged.get(key);
}

function findAttack(pattern: string, flags: string): string | undefined {
  // The pure build says the same on every platform. It takes 0.1 s to load: only when asked.
  const { checkSync } = require("recheck/lib/browser.js") as {
    readonly checkSync: typeof Check;
  };
  const verdict = checkSync(pattern, flags, limits);
  if (verdict.status !== "vulnerable") return undefined;
  if (verdict.complexity.type !== "exponential") return undefined;
  const attack = verdict.attack.pattern;
  return attack.length > longestAttack
    ? `${attack.slice(0, longestAttack - 1)}…`
    : attack;
}
