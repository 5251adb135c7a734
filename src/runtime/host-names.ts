/** What the APIs of models allow as the name of a tool. */
const maxLength = 64;
const foreign = /[^A-Za-z0-9_-]/g;
const serverKey = /^[A-Za-z0-9](?:[A-Za-z0-9-]|_(?!_|$)){0,31}$/;

/** Throws a TypeError for a key that could not begin the names of tools. */
export function checkServerKey(key: string): void {
  if (serverKey.test(key)) return;
  throw new TypeError(
    `${JSON.stringify(key)} cannot name a server: use 1 to 32 letters, digits, "-" and single "_" between them`,
  );
}

/**
 * The name of a tool among all servers: `server__tool`. It depends on these two
 * alone, so that no other tool changes it. A wire name that does not fit gets a
 * hash, by which two of them stay apart.
 */
export function qualifiedName(server: string, tool: string): string {
  const plain = `${server}__${tool}`;
  const fit = plain.replace(foreign, "_");
  if (fit === plain && plain.length <= maxLength) return plain;
  const end = `_${hash(tool)}`;
  return fit.slice(0, maxLength - end.length) + end;
}

/** FNV-1a over UTF-16 code units, in seven characters: no secret depends on it. */
function hash(text: string): string {
  let sum = 0x811c9dc5;
  for (let index = 0; index < text.length; index++)
    sum = Math.imul(sum ^ text.charCodeAt(index), 0x01000193);
  return (sum >>> 0).toString(36).padStart(7, "0");
}
