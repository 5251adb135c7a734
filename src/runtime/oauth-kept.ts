import { excerpt } from "./client-messages.js";
import { AuthorizationError } from "./oauth-error.js";
import type { Authorization, TokenStore } from "./oauth-shapes.js";
import { isAuthorization } from "./oauth-store.js";

/** How long before its end a token is refreshed, at most; a tenth of its life where that is less. */
const longestMarginMs = 30_000;

/** The authorization for one MCP server: in the user's store, and as this process knows it. */
export class Kept {
  readonly #address: string;
  readonly #store: TokenStore;
  readonly #canProve: boolean;
  #current: Authorization | undefined;
  #loading: Promise<void> | undefined;
  /** When this process got to know its token. */
  #since = 0;

  /** Without `canProve`, tokens that need a proof are none. */
  constructor(address: string, store: TokenStore, canProve: boolean) {
    this.#address = address;
    this.#store = store;
    this.#canProve = canProve;
  }

  get current(): Authorization | undefined {
    return this.#current;
  }

  get token(): string | undefined {
    return this.#current?.tokens?.accessToken;
  }

  /** The token can be refreshed and should be, on the clock of `Date.now()`. */
  get isEnding(): boolean {
    const { expiresAt, refreshToken } = this.#current?.tokens ?? {};
    if (expiresAt === undefined || refreshToken === undefined) return false;
    const tenth = (expiresAt - this.#since) / 10;
    return Date.now() >= expiresAt - Math.min(longestMarginMs, tenth);
  }

  /** Reads the store, once. */
  async ready(): Promise<void> {
    this.#loading ??= this.load();
    try {
      await this.#loading;
    } catch (error) {
      this.#loading = undefined;
      throw error;
    }
  }

  /** Reads the store again: other processes may share it. */
  async load(): Promise<void> {
    const value = await this.#storing(() => this.#store.get(this.#address));
    if (value !== undefined && !isAuthorization(value))
      throw new AuthorizationError(
        "The token store holds something for this server that is no authorization; delete it there",
      );
    this.#become(value);
  }

  async keep(authorization: Authorization): Promise<void> {
    this.#become(authorization);
    await this.#storing(() => this.#store.set(this.#address, authorization));
  }

  async drop(): Promise<void> {
    this.#become(undefined);
    await this.#storing(() => this.#store.delete(this.#address));
  }

  /** While no other process with this store does the like. */
  async alone<T>(work: () => Promise<T>): Promise<T> {
    return this.#store.alone?.(this.#address, work) ?? work();
  }

  #become(next: Authorization | undefined): void {
    const isUsable = this.#canProve || next?.tokens?.type !== "DPoP";
    const before = this.token;
    this.#current = isUsable ? next : { ...next, tokens: undefined };
    if (this.token !== before) this.#since = Date.now();
  }

  async #storing<T>(work: () => T | Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : excerpt(cause);
      throw new AuthorizationError(`The token store failed: ${why}`, { cause });
    }
  }
}
