/** Bytes as base64; in steps, because a call takes only so many arguments. */
export function toBase64(bytes: Uint8Array): string {
  const step = 0x8000;
  let binary = "";
  for (let at = 0; at < bytes.length; at += step) {
    binary += String.fromCharCode(...bytes.subarray(at, at + step));
  }
  return btoa(binary);
}

/** The bytes of base64; undefined for what is none. */
export function fromBase64(text: string) {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text) || text.length % 4 !== 0)
    return undefined;
  return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
}
