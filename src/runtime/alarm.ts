/** Longer delays make `setTimeout` fire at once. */
export const longestDelay = 2 ** 31 - 1;

/** What a timer of Node has and a browser's, a number, has not. */
export type Holding = { ref?: () => void; unref?: () => void };

/**
 * One timer for many deadlines: it rings at the earliest and asks when to ring next.
 * Requests come and go without a timer of their own.
 */
export class Alarm {
  readonly #ring: (now: number) => number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #due = Infinity;
  #held = true;

  /** `ring` gets the time of `performance.now()` and returns the next deadline, or Infinity. */
  constructor(ring: (now: number) => number) {
    this.#ring = ring;
  }

  /** Rings at this time at the latest. */
  watch(deadline: number): void {
    if (deadline >= this.#due) return;
    clearTimeout(this.#timer);
    const now = performance.now();
    const delay = Math.min(Math.max(deadline - now, 0), longestDelay);
    this.#due = now + delay;
    this.#timer = setTimeout(() => {
      this.#due = Infinity;
      this.watch(this.#ring(performance.now()));
    }, Math.ceil(delay));
    if (!this.#held) this.#keep(false);
  }

  /** Whether a set alarm keeps the process alive; a browser knows no such thing. */
  hold(on: boolean): void {
    if (this.#held === on) return;
    this.#held = on;
    this.#keep(on);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#due = Infinity;
  }

  #keep(on: boolean): void {
    const timer = this.#timer as unknown as Holding | undefined;
    if (on) timer?.ref?.();
    else timer?.unref?.();
  }
}

/** Resolves after a while, or at once when the signal is aborted, which frees the timer too. */
export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const wake = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", wake);
      resolve();
    };
    const timer = setTimeout(wake, signal.aborted ? 0 : ms);
    signal.addEventListener("abort", wake);
  });
}

/** Waits for a promise that never rejects, but no longer than this; false when the time was over. */
export async function inTime(
  promise: Promise<unknown>,
  ms: number,
): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, Math.min(ms, longestDelay), false);
  });
  const first = await Promise.race([promise.then(() => true), late]);
  clearTimeout(timer);
  return first;
}
