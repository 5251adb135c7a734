type Entry<Value> = { readonly value: Value; readonly used: number };

/**
 * A map that forgets: what nobody used for a while, and beyond a number what nobody
 * used for longest. It needs no timer, because it looks whenever it is used.
 */
export class IdleMap<Value> {
  readonly #max: number;
  readonly #idleMs: number;
  readonly #forgotten: (value: Value) => void;
  /** The longest unused first. */
  readonly #entries = new Map<string, Entry<Value>>();

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
    return this.#entries.size;
  }

  /** The value; asking for it is a use. */
  get(key: string): Value | undefined {
    this.#sweep();
    const entry = this.#entries.get(key);
    if (entry !== undefined) this.#put(key, entry.value);
    return entry?.value;
  }

  /** The value, without a use of it. */
  peek(key: string): Value | undefined {
    return this.#entries.get(key)?.value;
  }

  set(key: string, value: Value): void {
    this.#put(key, value);
    this.#sweep();
  }

  delete(key: string): void {
    this.#entries.delete(key);
  }

  *values(): Generator<Value> {
    for (const { value } of this.#entries.values()) yield value;
  }

  #put(key: string, value: Value): void {
    this.#entries.delete(key);
    this.#entries.set(key, { value, used: performance.now() });
  }

  #sweep(): void {
    const oldest = performance.now() - this.#idleMs;
    for (const [key, { value, used }] of this.#entries) {
      if (used >= oldest && this.#entries.size <= this.#max) return;
      this.#entries.delete(key);
      this.#forgotten(value);
    }
  }
}
