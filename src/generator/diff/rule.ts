/** What a change does to those who rely on the contract; the worst one first. */
export const verdicts = ["breaking", "undecided", "note", "safe"] as const;

/** One of the verdicts. "undecided" may break or not; a "note" breaks nobody and is worth knowing. */
export type Verdict = (typeof verdicts)[number];

/** Who sends what changed: callers (input, arguments), the server (output), or neither in particular. */
export type Direction = "caller" | "server" | "none";

/** What is known of a change by its kind alone. */
export type Judgement = {
  /** For programs that were built from the previous contract and talk to a server of the current one. */
  readonly wire: Verdict;
  /** For code that is compiled against what mcpgen generates from the current contract. */
  readonly source: Verdict;
  readonly reason: string;
  /** What to do about it; empty where nothing is to be done. */
  readonly mend: string;
};

/** One rule: how a change of its kind is told and judged. */
export type Rule<P> = Judgement & {
  readonly direction: Direction;
  readonly what: (params: P) => string;
};

/** The worse of some verdicts. */
export function worst(...given: readonly Verdict[]): Verdict {
  return verdicts.find((verdict) => given.includes(verdict)) ?? "safe";
}

/** A judgement in one line. */
export function judge(
  wire: Verdict,
  source: Verdict,
  reason: string,
  mend = "",
): Judgement {
  return { wire, source, reason, mend };
}

/** States a rule; the parameter type is what `report` then asks for. */
export function rule<P>(
  direction: Direction,
  judgement: Judgement,
  what: (params: P) => string,
): Rule<P> {
  return { direction, ...judgement, what };
}
