/** What an `IdleMap` keeps: it writes down, in milliseconds of `performance.now()`, when the value was used last. */
export interface Idle {
  used: number;
}

/**
 * A map that forgets: what nobody used for a while, and beyond a number what nobody
 * used for longest. It needs no timer, because it looks whenever it is used.
 */
export class IdleMap<Value extends Idle> {
  readonly #max: number;
  readonly #idleMs: number;
  readonly #forgotten: (value: Value) => void;
  /** The longest unused first. */
  readonly #values = new Map<string, Value>();

  /** `forgotten` is told of every value that the map gives up by itself. */
  constructor(
    max: number,
    idleMs: number,
    forgotten: (value: Value) => void = () => undefined,
  ) {
    this.#max = max;
    this.#idleMs = idleMs;
    this.#forgotten = forgotten;
  }

  get size(): number {
    return this.#values.size;
  }

  /** The value; asking for it is a use. */
  get(key: string): Value | undefined {
    this.#sweep();
    const value = this.#values.get(key);
    if (value !== undefined) this.#put(key, value);
    return value;
  }

  /** The value, without a use of it. */
  peek(key: string): Value | undefined {
    return this.#values.get(key);
  }

  set(key: string, value: Value): void {
    this.#put(key, value);
    this.#sweep();
  }

  delete(key: string): void {
    this.#values.delete(key);
  }

  values(): IterableIterator<Value> {
    return this.#values.values();
  }

  #put(key: string, value: Value): void {
    this.#values.delete(key);
    // A whole number takes no memory of its own.
    value.used = Math.floor(performance.now());
    this.#values.set(key, value);
  }

  #sweep(): void {
    const oldest = performance.now() - this.#idleMs;
    for (const [key, value] of this.#values) {
      if (value.used >= oldest && this.#values.size <= this.#max) return;
      this.#values.delete(key);
      this.#forgotten(value);
    }
  }
}
