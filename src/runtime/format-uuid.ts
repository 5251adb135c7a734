/** Whether the text is a UUID (RFC 4122, section 3), of any version: `123e4567-e89b-42d3-a456-426614174000`. */
export function isUuid(value: string): boolean {
  return /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i.test(value);
}
