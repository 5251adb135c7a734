/** Text as bytes; copied, so that its type says that its memory is its own: Web Crypto asks for that in newer TypeScript. */
export function utf8(text: string) {
  return new Uint8Array(new TextEncoder().encode(text));
}

/** Bytes as base64url without padding (RFC 4648 section 5), as JOSE, PKCE and proofs want them. */
export function base64url(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary)
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

/** SHA-256 of a text as base64url: PKCE's S256, a proof's `ath`. */
export async function sha256(text: string): Promise<string> {
  return base64url(
    new Uint8Array(await crypto.subtle.digest("SHA-256", utf8(text))),
  );
}

/** A text that nobody can guess: 256 bits of it, as base64url. */
export function randomText(): string {
  return base64url(crypto.getRandomValues(new Uint8Array(32)));
}
