import { shown } from "../diagnostic-text.js";
import type { Reporter } from "./report.js";

/** Checks the URI of a resource. */
export function checkUri(
  uri: string,
  pointer: string,
  { report }: Reporter,
): void {
  const reason = uriProblem(uri);
  if (reason !== undefined) {
    report("URI_INVALID", pointer, "value", { uri, reason });
  } else if (!plainUri.test(uri)) {
    report("URI_UNUSUAL", pointer, "value", { uri });
  }
}

/** Nothing but the characters that RFC 3986 lets a URI hold, and whole escapes. */
const plainUri = /^(?:[A-Za-z0-9._~:/?#[\]@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})+$/;

function uriProblem(uri: string): string | undefined {
  if (/\p{Cc}/u.test(uri)) return "it holds control characters";
  const rest = /^[A-Za-z][A-Za-z0-9+.-]*:(.*)$/su.exec(uri)?.[1];
  if (rest === undefined) return "it does not begin with a scheme";
  return rest === "" ? "nothing follows the scheme" : undefined;
}

/** Checks a resource template's URI template. */
export function checkUriTemplate(
  template: string,
  pointer: string,
  { report }: Reporter,
): void {
  const reason = uriTemplateProblem(template);
  if (reason !== undefined) {
    report("URI_TEMPLATE_INVALID", pointer, "value", { template, reason });
  } else if (!template.includes("{")) {
    report("URI_TEMPLATE_CONSTANT", pointer, "value", { template });
  }
}

const variable =
  /^(?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2})(?:\.?(?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2}))*(?:\*|:[1-9]\d{0,3})?$/;

/** Why a text is no URI template of RFC 6570; undefined for one that is. */
function uriTemplateProblem(template: string): string | undefined {
  if (/\p{Cc}/u.test(template)) return "it holds control characters";
  for (const part of template.split(/(\{[^{}]*\})/)) {
    if (!part.startsWith("{") || !part.endsWith("}")) {
      if (part.includes("{")) return 'a "{" is not closed';
      if (part.includes("}")) return 'a "}" was not opened';
      continue;
    }
    const body = part.slice(1, -1);
    if (/^[=,!@|]/.test(body)) return `${part} begins with a reserved operator`;
    const names = body.replace(/^[+#./;?&]/, "").split(",");
    const odd = names.find((name) => !variable.test(name));
    if (odd === "") return `${part} names no variable`;
    if (odd !== undefined) return `${shown(odd)} is no variable`;
  }
  if (template.startsWith("{")) return undefined;
  return /^[A-Za-z][A-Za-z0-9+.-]*:/.test(template)
    ? undefined
    : "it does not begin with a scheme";
}
