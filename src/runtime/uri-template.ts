/** Values of a template's variables. Only exploded variables take more than one string. */
export type TemplateVariables = {
  readonly [name: string]: string | readonly string[] | undefined;
};

type Variable = {
  readonly name: string;
  readonly explode: boolean;
  readonly length: number;
};

type Operator = {
  readonly first: string;
  readonly separator: string;
  readonly named: boolean;
  /** What stands between name and value when the value is empty. */
  readonly ifEmpty: string;
  /** Reserved characters and escapes stay as they are. */
  readonly reserved: boolean;
};

type Part =
  | string
  | { readonly operator: Operator; readonly variables: readonly Variable[] };

/** RFC 6570, appendix A. */
const operators: { readonly [sign: string]: Operator } = {
  "": { first: "", separator: ",", named: false, ifEmpty: "", reserved: false },
  "+": { first: "", separator: ",", named: false, ifEmpty: "", reserved: true },
  "#": {
    first: "#",
    separator: ",",
    named: false,
    ifEmpty: "",
    reserved: true,
  },
  ".": {
    first: ".",
    separator: ".",
    named: false,
    ifEmpty: "",
    reserved: false,
  },
  "/": {
    first: "/",
    separator: "/",
    named: false,
    ifEmpty: "",
    reserved: false,
  },
  ";": {
    first: ";",
    separator: ";",
    named: true,
    ifEmpty: "",
    reserved: false,
  },
  "?": {
    first: "?",
    separator: "&",
    named: true,
    ifEmpty: "=",
    reserved: false,
  },
  "&": {
    first: "&",
    separator: "&",
    named: true,
    ifEmpty: "=",
    reserved: false,
  },
};

const malformedEscape = /%(?![0-9A-Fa-f]{2})/;

/** Longer URIs are not looked at: matching may go back and forth over them. */
const longestUri = 4096;

/** The names of a template's variables, in its order. */
export function variableNames(template: string): readonly string[] {
  return parse(template).flatMap((part) =>
    typeof part === "string" ? [] : part.variables.map(({ name }) => name),
  );
}

/** Fills in a URI template (RFC 6570); variables without a value leave no trace. */
export function expandUri(
  template: string,
  variables: TemplateVariables,
): string {
  let uri = "";
  for (const part of parse(template)) {
    if (typeof part === "string") {
      uri += part;
      continue;
    }
    const { operator } = part;
    const pieces = part.variables.flatMap((variable) =>
      expandOne(operator, variable, variables[variable.name]),
    );
    if (pieces.length > 0)
      uri += operator.first + pieces.join(operator.separator);
  }
  return uri;
}

/**
 * The variables for which `expandUri` gives this URI, or undefined where there are none:
 * another shape, or a malformed escape. Exploded variables come back as lists.
 */
export function matchUri(
  template: string,
  uri: string,
): { [name: string]: string | string[] } | undefined {
  if (uri.length > longestUri || malformedEscape.test(uri)) return undefined;
  const parts = parse(template);
  try {
    const found = pattern(parts).exec(encodeLiteral(uri));
    return found === null ? undefined : collect(parts, found);
  } catch (error) {
    // Escapes that are no UTF-8, or half a surrogate pair: `expandUri` never gives such a URI.
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

const parsed = new Map<string, readonly Part[]>();

function parse(template: string): readonly Part[] {
  const known = parsed.get(template);
  if (known !== undefined) return known;
  const parts = template
    .split(/(\{[^{}]+\})/)
    .filter((piece) => piece !== "")
    .map((piece): Part =>
      /^\{.+\}$/.test(piece)
        ? parseExpression(piece.slice(1, -1))
        : encodeLiteral(piece),
    );
  // Templates come from manifests; the bound is for hosts that pass in anything.
  if (parsed.size < 1000) parsed.set(template, parts);
  return parts;
}

function parseExpression(text: string): Part {
  const sign = /^[+#./;?&]/.exec(text)?.[0] ?? "";
  const variables = text
    .slice(sign.length)
    .split(",")
    .map((variable) => {
      const [, name = variable, length, star] =
        /^(.*?)(?::(\d+)|(\*))?$/.exec(variable) ?? [];
      return {
        name,
        explode: star === "*",
        length: length === undefined ? Infinity : Number(length),
      };
    });
  return { operator: operators[sign] as Operator, variables };
}

function expandOne(
  operator: Operator,
  { name, explode, length }: Variable,
  value: string | readonly string[] | undefined,
): string[] {
  if (value === undefined) return [];
  const list = typeof value === "string" ? [cut(value, length)] : value;
  if (list.length === 0) return [];
  const encoded = list.map((one) => encode(one, operator.reserved));
  const texts = explode ? encoded : [encoded.join(",")];
  if (!operator.named) return texts;
  return texts.map(
    (text) => name + (text === "" ? operator.ifEmpty : `=${text}`),
  );
}

function cut(text: string, length: number): string {
  return length === Infinity ? text : [...text].slice(0, length).join("");
}

/** Percent-encodes all but unreserved characters, or all but what a URI may hold. */
function encode(text: string, reserved: boolean): string {
  if (reserved) return encodeLiteral(text);
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Encodes what a URI cannot hold and leaves escapes alone, in one spelling. */
function encodeLiteral(text: string): string {
  return text.replace(
    /%[0-9A-Fa-f]{2}|[^\w\-.~:/?#[\]@!$&'()*+,;=]+/g,
    (piece) =>
      /^%../.test(piece) && piece.length === 3
        ? piece.toUpperCase()
        : encodeURIComponent(piece),
  );
}

function pattern(parts: readonly Part[]): RegExp {
  const count = parts.filter((part) => typeof part !== "string").length;
  let seen = 0;
  const source = parts.map((part, index) => {
    if (typeof part === "string") return quote(part);
    const next = parts[index + 1];
    // Of many variables all but the last two end at the literal that follows, so that
    // the work stays bounded on any URI.
    const stop =
      ++seen < count - 1 && typeof next === "string"
        ? quote(next[0] ?? "")
        : "";
    return `(${group(part, stop)})`;
  });
  return new RegExp(`^${source.join("")}$`);
}

function group({ operator, variables }: Expression, stop: string): string {
  const { first, reserved } = operator;
  if (reserved) return first === "" ? ".*" : `(?:${first}.*)?`;
  if (first === "?" || first === "&") return `(?:\\${first}[^#]*)?`;
  const value = `[^/?#${stop}]*`;
  if (first === "") return value;
  const most = variables.some(({ explode }) => explode) ? "" : variables.length;
  return `(?:\\${first}[^/?#${quote(first)}${stop}]*){0,${most}}`;
}

function quote(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}

type Expression = Exclude<Part, string>;

function collect(parts: readonly Part[], found: RegExpExecArray) {
  const values = Object.create(null) as { [name: string]: string | string[] };
  const expressions = parts.filter(
    (part): part is Expression => typeof part !== "string",
  );
  for (const [index, { operator, variables }] of expressions.entries()) {
    const text = found[index + 1] ?? "";
    if (operator.first !== "" && text === "") continue;
    const pieces = text.slice(operator.first.length).split(operator.separator);
    if (operator.named) collectNamed(variables, pieces, values);
    else collectListed(variables, pieces, operator.separator, values);
  }
  return values;
}

function collectListed(
  variables: readonly Variable[],
  pieces: readonly string[],
  separator: string,
  values: { [name: string]: string | string[] },
): void {
  for (const [index, { name, explode }] of variables.entries()) {
    if (pieces[index] === undefined) return;
    // The last variable takes what is left: a comma in it need not have been encoded.
    const own =
      index === variables.length - 1
        ? pieces.slice(index)
        : pieces.slice(index, index + 1);
    const texts = own.map(decodeURIComponent);
    values[name] = explode ? texts : texts.join(separator);
  }
}

function collectNamed(
  variables: readonly Variable[],
  pieces: readonly string[],
  values: { [name: string]: string | string[] },
): void {
  for (const { name, explode } of variables) {
    const texts = pieces
      .filter((piece) => piece === name || piece.startsWith(`${name}=`))
      .map((piece) => decodeURIComponent(piece.slice(name.length + 1)));
    if (explode && texts.length > 0) values[name] = texts;
    else if (texts[0] !== undefined) values[name] = texts[0];
  }
}
