import { fromBase64, toBase64 } from "./server-base64.js";
import { isObject, type JsonObject } from "./json-rpc.js";
import type { Call, Engine } from "./server-engine.js";
import type { StateLedger } from "./server-events.js";

/** More than this a client should not have to carry. */
const longestSeal = 16 * 1024;

/** One hour: people answer slowly. */
const lifeMs = 60 * 60 * 1000;

const ivLength = 12;

/** More states than this the default ledger does not remember. */
const longestLedger = 100_000;

const ledgers = new WeakMap<Engine, StateLedger>();

type Key = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

const keys = new WeakMap<Engine, Promise<Key>>();

/**
 * Seals what a client carries between two rounds of a request: AES-GCM, bound to
 * the request, to who sent it, and to an expiry (2026-07-28 basic/patterns/mrtr).
 * Throws an Error when it is longer than 16 kB.
 */
export async function seal(call: Call, memory: JsonObject): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(ivLength));
  const text = JSON.stringify({ until: Date.now() + lifeMs, memory });
  const key = await keyOf(call.engine);
  const sealed = await crypto.subtle.encrypt(
    algorithm(call, iv),
    key,
    utf8(text),
  );
  const bytes = new Uint8Array(ivLength + sealed.byteLength);
  bytes.set(iv);
  bytes.set(new Uint8Array(sealed), ivLength);
  const state = toBase64(bytes);
  if (state.length > longestSeal) {
    throw new Error(
      `The answers and steps of ${call.method} take more than ${longestSeal} bytes`,
    );
  }
  return state;
}

/** What was sealed for this very request; undefined when it was not, too long ago, or used before. */
export async function unseal(
  call: Call,
  state: string,
): Promise<JsonObject | undefined> {
  const bytes = state.length > longestSeal ? undefined : fromBase64(state);
  if (bytes === undefined || bytes.length <= ivLength) return undefined;
  const key = await keyOf(call.engine);
  let text: string;
  try {
    const iv = bytes.subarray(0, ivLength);
    const opened = await crypto.subtle.decrypt(
      algorithm(call, iv),
      key,
      bytes.subarray(ivLength),
    );
    text = new TextDecoder().decode(opened);
  } catch (error) {
    // Web Crypto says OperationError for every seal that is not ours.
    if (error instanceof Error && error.name === "OperationError")
      return undefined;
    throw error;
  }
  const { until, memory } = JSON.parse(text) as {
    until: number;
    memory: unknown;
  };
  if (until <= Date.now() || !isObject(memory)) return undefined;
  // The vector names the seal: it is random, and part of what was authenticated.
  const name = toBase64(bytes.subarray(0, ivLength));
  return (await ledgerOf(call.engine).spend(name, until)) ? memory : undefined;
}

function ledgerOf(engine: Engine): StateLedger {
  let ledger = engine.ledger ?? ledgers.get(engine);
  if (ledger === undefined) {
    ledger = localLedger();
    ledgers.set(engine, ledger);
  }
  return ledger;
}

/** In the order of use, which is nearly that of expiry. */
function localLedger(): StateLedger {
  const used = new Map<string, number>();
  return {
    spend(state, until) {
      if (used.has(state)) return false;
      const now = Date.now();
      for (const [old, end] of used) {
        if (end > now && used.size < longestLedger) break;
        used.delete(old);
      }
      used.set(state, until);
      return true;
    },
  };
}

function algorithm(call: Call, iv: Bytes) {
  return { name: "AES-GCM", iv, additionalData: utf8(binding(call)) };
}

/** The request and its sender in words that are the same in every round. */
function binding(call: Call): string {
  const {
    _meta,
    inputResponses: _responses,
    requestState: _state,
    ...params
  } = call.params;
  return stable([call.link.grant.principal ?? null, call.method, params]);
}

/** JSON with sorted keys. */
function stable(value: unknown): string {
  return JSON.stringify(value, (_key, member: unknown) =>
    isObject(member)
      ? Object.fromEntries(
          Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)),
        )
      : member,
  );
}

/** Copied, so that its type says that its memory is its own: Web Crypto asks for that in newer TypeScript. */
function utf8(text: string) {
  return new Uint8Array(new TextEncoder().encode(text));
}

type Bytes = ReturnType<typeof utf8>;

function keyOf(engine: Engine): Promise<Key> {
  let key = keys.get(engine);
  if (key === undefined) {
    const bytes = new Uint8Array(
      engine.sealKey ?? crypto.getRandomValues(new Uint8Array(32)),
    );
    key = crypto.subtle.importKey("raw", bytes, "AES-GCM", false, [
      "encrypt",
      "decrypt",
    ]);
    keys.set(engine, key);
  }
  return key;
}
