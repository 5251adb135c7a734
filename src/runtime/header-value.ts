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
