import type { CallOptions } from "./client-options.js";
import type {
  ClientCache,
  ClientSession,
  SendOptions,
} from "./client-parts.js";
import { ProtocolError } from "./errors.js";
import { errorCode, type JsonObject } from "./json-rpc.js";
import type { ClientAuth } from "./transport.js";

/** What is kept at most: results, and the characters of their JSON. */
const maxResults = 500;
const maxCharacters = 8 * 1024 * 1024;

type Kept = {
  readonly method: string;
  /** Of `resources/read`. */
  readonly uri: unknown;
  /** JSON, so that nobody who got the result before can have changed it. */
  readonly text: string;
  /** On the clock of `performance.now()`. */
  readonly until: number;
  readonly isPrivate: boolean;
};

/**
 * Keeps results for as long as the server allows (2026-07-28 server/utilities/caching):
 * the lists, each page by itself, `server/discover` and `resources/read`. A change that
 * the client hears of drops what it is about; other credentials than before drop what
 * was private.
 */
export function clientCache(
  session: ClientSession,
  auth: ClientAuth | undefined,
): ClientCache {
  return new Cache(session, auth);
}

const lists: { readonly [notification: string]: readonly string[] } = {
  "notifications/tools/list_changed": ["tools/list"],
  "notifications/prompts/list_changed": ["prompts/list"],
  "notifications/resources/list_changed": [
    "resources/list",
    "resources/templates/list",
  ],
};

class Cache implements ClientCache {
  readonly auth: ClientAuth | undefined;
  readonly #session: ClientSession;
  /** The one that was not used for longest comes first. */
  readonly #kept = new Map<string, Kept>();
  #characters = 0;
  /** Rises with whatever makes an answer that is under way too old to be kept. */
  #epoch = 0;
  #credentials: string | undefined;

  constructor(session: ClientSession, auth: ClientAuth | undefined) {
    this.#session = session;
    this.auth = auth && this.#watched(auth);
    session.ask = (method, params, options = {}, parameters) =>
      this.#request(method, params, options, (own) =>
        session.request(method, params, own, parameters),
      );
  }

  async #request(
    method: string,
    params: object | undefined,
    options: CallOptions,
    send: (options: SendOptions) => Promise<JsonObject>,
  ): Promise<JsonObject> {
    const { cacheableMethods } = this.#session.wire.profile;
    if (!cacheableMethods?.includes(method)) return send(options);
    const key = `${method} ${JSON.stringify(params ?? {})}`;
    const isAsked = options.fresh === true || options.signal?.aborted === true;
    const found = isAsked ? undefined : await this.#find(key);
    if (found !== undefined) return JSON.parse(found.text) as JsonObject;
    const epoch = this.#epoch;
    const call = { rounds: 0 };
    const onRound = (): void => void call.rounds++;
    let result: JsonObject;
    try {
      result = await send({ ...options, onRound });
    } catch (error) {
      // A cursor that is not known any more: the other pages are of the same list.
      if (error instanceof ProtocolError && isCursorFault(error, params))
        this.#drop((kept) => kept.method === method);
      throw error;
    }
    if (call.rounds === 0 && epoch === this.#epoch)
      this.#keep(key, method, params, result);
    return result;
  }

  heard(method: string, params: JsonObject): void {
    const methods = lists[method];
    const { uri } = params;
    if (methods !== undefined)
      this.#drop((kept) => methods.includes(kept.method));
    else if (
      method === "notifications/resources/updated" &&
      typeof uri === "string"
    )
      this.#drop(
        (kept) => typeof kept.uri === "string" && isPartOf(uri, kept.uri),
      );
  }

  clear(): void {
    this.#drop(() => true);
  }

  async #find(key: string): Promise<Kept | undefined> {
    if (this.#kept.get(key)?.isPrivate === true) {
      // Asked only to see whether they are still the same.
      await this.#askCredentials();
    }
    const kept = this.#kept.get(key);
    if (kept === undefined) return undefined;
    this.#remove(key, kept);
    if (kept.until <= performance.now()) return undefined;
    this.#add(key, kept);
    return kept;
  }

  #keep(
    key: string,
    method: string,
    params: object | undefined,
    result: JsonObject,
  ): void {
    const { ttlMs, cacheScope } = result;
    if (typeof ttlMs !== "number" || !(ttlMs > 0)) return;
    const text = textOf(result);
    if (text === undefined || text.length > maxCharacters) return;
    const before = this.#kept.get(key);
    if (before !== undefined) this.#remove(key, before);
    this.#add(key, {
      method,
      uri: (params as JsonObject | undefined)?.["uri"],
      text,
      until: performance.now() + ttlMs,
      isPrivate: cacheScope !== "public",
    });
    for (const [oldest, one] of this.#kept) {
      if (this.#kept.size <= maxResults && this.#characters <= maxCharacters)
        return;
      this.#remove(oldest, one);
    }
  }

  #add(key: string, kept: Kept): void {
    this.#kept.set(key, kept);
    this.#characters += kept.text.length;
  }

  #remove(key: string, kept: Kept): void {
    this.#kept.delete(key);
    this.#characters -= kept.text.length;
  }

  #drop(isOld: (kept: Kept) => boolean): void {
    this.#epoch++;
    for (const [key, kept] of this.#kept)
      if (isOld(kept)) this.#remove(key, kept);
  }

  async #askCredentials(): Promise<void> {
    const url = this.#session.channel.http?.url;
    if (url !== undefined)
      await this.auth?.headers({ method: "POST", url, server: url });
  }

  /** The same, but seen: what was private belongs to the credentials that it was asked for with. */
  #watched(auth: ClientAuth): ClientAuth {
    return {
      headers: async (request) => {
        const headers = await auth.headers(request);
        const text = JSON.stringify(
          Object.entries(headers).filter(isLasting).sort(),
        );
        if (this.#credentials !== undefined && this.#credentials !== text)
          this.#drop(({ isPrivate }) => isPrivate);
        this.#credentials = text;
        return headers;
      },
      challenged: (challenge) => auth.challenged?.(challenge) ?? false,
      answered: (answer) => auth.answered?.(answer),
    };
  }
}

/** A proof of possession (RFC 9449) is another one for each request. */
function isLasting([name]: [string, string]): boolean {
  return name.toLowerCase() !== "dpop";
}

function textOf(result: JsonObject): string | undefined {
  try {
    return JSON.stringify(result);
  } catch {
    // It nests too deep to be written again, which only costs the keeping.
    return undefined;
  }
}

function isCursorFault(
  { code }: ProtocolError,
  params: object | undefined,
): boolean {
  return (
    code === errorCode.invalidParams &&
    (params as JsonObject | undefined)?.["cursor"] !== undefined
  );
}

/** An update may name a part of a resource, which is a change of the whole too (server/resources, Subscriptions). */
function isPartOf(updated: string, kept: string): boolean {
  return updated.startsWith(kept);
}
