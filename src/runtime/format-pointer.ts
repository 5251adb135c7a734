/** Whether the text is a JSON pointer (RFC 6901, section 3): `/items/0`. */
export function isJsonPointer(value: string): boolean {
  return (value === "" || value.startsWith("/")) && !/~(?![01])/.test(value);
}

/**
 * Whether the text is a relative JSON pointer (draft-bhutton-relative-json-pointer-00,
 * section 3): `1/name`. The move along an array, `0-1`, is younger than draft-07.
 */
export function isRelativeJsonPointer(value: string): boolean {
  const start = /^(?:0|[1-9]\d*)(?:[+-](?:0|[1-9]\d*))?/.exec(value)?.[0];
  if (start === undefined) return false;
  const rest = value.slice(start.length);
  return rest === "#" || isJsonPointer(rest);
}
