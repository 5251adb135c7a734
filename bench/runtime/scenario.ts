import type { Library } from "./contenders.js";
import type { Table } from "./table.js";
import type { Workspace } from "./workspace.js";

/** How much is measured. */
export type Effort = {
  /** How often each lane has its turn. */
  readonly rounds: number;
  /** Times how many calls a turn has. */
  readonly scale: number;
};

/** What a run of the benchmark was told. */
export type Run = {
  readonly workspace: Workspace;
  readonly libraries: readonly Library[];
  readonly effort: Effort;
  /** A folder that gets a CPU profile of every process. */
  readonly profiles?: string | undefined;
  /** Takes each table as soon as it is there. */
  readonly tell: (table: Table) => void;
};

export type Scenario = (run: Run) => Promise<void>;

/** So many, but for a run that only tries whether everything works. */
export function scaled(count: number, { scale }: Effort): number {
  return Math.max(2, Math.ceil(count * scale));
}

/** The value that a share of all lie below. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const index = Math.floor(sorted.length * share);
  return sorted[Math.min(index, sorted.length - 1)] ?? NaN;
}

/** Does it for each of these in turn; one that fails is named with the reason, and left out. */
export async function leaveOutFailing<Item extends { readonly name: string }>(
  items: Iterable<Item>,
  attempt: (item: Item) => Promise<void>,
): Promise<void> {
  for (const item of items) {
    try {
      await attempt(item);
    } catch (error) {
      console.log(`${item.name} is left out: ${String(error)}`);
    }
  }
}
