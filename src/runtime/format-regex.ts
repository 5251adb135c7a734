/** Whether the text is a regular expression of ECMA-262 in Unicode mode, as far as the engine knows it. */
export function isRegex(value: string): boolean {
  const properties = new Set<string>();
  // an engine builds the set of each \p{…} anew, which takes long for a text that has it often: each is tried once
  const plain = value.replace(propertyEscape, (escape, property?: string) => {
    if (property === undefined) return escape;
    properties.add(property);
    return "\\d";
  });
  return (
    compiles(plain) && [...properties].every((one) => compiles(`\\p${one}`))
  );
}

/** Any escape; the group is a property in braces. */
const propertyEscape = /\\(?:[pP](\{[^{}]*\})|[^])/g;

function compiles(pattern: string): boolean {
  try {
    new RegExp(pattern, "u");
    return true;
  } catch {
    // what an engine refuses, for its syntax or its size, is of no use as a regular expression
    return false;
  }
}
