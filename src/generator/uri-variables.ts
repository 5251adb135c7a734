import type { Parameter } from "./contract.js";

const expression = /\{([+#./;?&]?)([^{}]*)\}/g;

/**
 * The variables of an RFC 6570 template, each once, in order. One that stands in
 * queries alone (`{?a,b}`) may be left away; an exploded one (`{a*}`) takes a list too.
 */
export function uriVariables(template: string): readonly Parameter[] {
  const found = new Map<string, Parameter>();
  for (const [, operator = "", body = ""] of template.matchAll(expression)) {
    for (const part of body.split(",")) {
      const name = part.replace(/(?:\*|:\d+)$/, "");
      if (name === "") continue;
      const before = found.get(name);
      const inPath = operator !== "?" && operator !== "&";
      found.set(name, {
        name,
        required: inPath || before?.required === true,
        list: part.endsWith("*") || before?.list === true,
        doc: [],
      });
    }
  }
  return [...found.values()];
}
