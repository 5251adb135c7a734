import { createHash } from "node:crypto";

const carriageReturn = 0x0d;
const lineFeed = 0x0a;

/** sha256 in hex of the bytes as they are. */
export function hashBytes(bytes: Uint8Array | string): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** sha256 in hex with CRLF counted as LF, so that a checkout's line ends change nothing. */
export function hashText(text: Uint8Array | string): string {
  if (typeof text === "string") return hashBytes(text.replaceAll("\r\n", "\n"));
  return hashBytes(text.includes(carriageReturn) ? withoutCrlf(text) : text);
}

function withoutCrlf(bytes: Uint8Array): Uint8Array {
  return bytes.filter(
    (byte, at) => byte !== carriageReturn || bytes[at + 1] !== lineFeed,
  );
}
