import { isObject } from "./json-rpc.js";

/**
 * A text as the value of an HTTP header (basic/transports/streamable-http,
 * Value Encoding): as it is where a header can carry it, else Base64 between markers.
 */
export function encodeHeader(text: string): string {
  const plain =
    /^[\x20-\x7e\t]*$/.test(text) &&
    text.trim() === text &&
    !/^=\?base64\?.*\?=$/i.test(text);
  return plain ? text : `=?base64?${base64(text)}?=`;
}

function base64(text: string): string {
  let bytes = "";
  for (const byte of new TextEncoder().encode(text))
    bytes += String.fromCharCode(byte);
  return btoa(bytes);
}

const encoded = /^=\?base64\?(.*)\?=$/;

/** The text of a header value (Value Encoding); undefined when it is none. */
export function decodeHeader(value: string): string | undefined {
  const inner = encoded.exec(value)?.[1];
  if (inner === undefined)
    return /^[\x20-\x7e\t]*$/.test(value) ? value : undefined;
  // `atob` would take it without its padding, which two spellings of one value would let through.
  if (inner.length % 4 !== 0) return undefined;
  try {
    const bytes = Uint8Array.from(atob(inner), (char) => char.charCodeAt(0));
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(
      bytes,
    );
  } catch (error) {
    if (error instanceof Error) return undefined;
    throw error;
  }
}

/** The argument that a header repeats, by the way to its property. */
export function argumentAt(value: unknown, path: readonly string[]): unknown {
  let at = value;
  for (const key of path)
    at = isObject(at) && Object.hasOwn(at, key) ? at[key] : undefined;
  return at;
}

/** An argument as its header says it; undefined for one that has none: absent, null, an object or a list. */
export function parameterText(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean"
    ? String(value)
    : undefined;
}
