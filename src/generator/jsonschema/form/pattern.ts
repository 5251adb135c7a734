const compiled = new Map<string, RegExp | undefined>();

/**
 * A pattern of a schema under the flag `u`, as the specification asks; without it for
 * the sloppy ones that are common. Undefined for what is no regular expression.
 */
export function compilePattern(pattern: string): RegExp | undefined {
  if (!compiled.has(pattern)) {
    compiled.set(pattern, regExp(pattern, "u") ?? regExp(pattern, ""));
  }
  return compiled.get(pattern);
}

function regExp(pattern: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(pattern, flags);
  } catch {
    return undefined;
  }
}
