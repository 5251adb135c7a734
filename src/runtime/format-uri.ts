import { isIpv6 } from "./format-network.js";

/** Whether the text is a URI (RFC 3986, section 3): `https://example.com/path`. */
export function isUri(value: string): boolean {
  return /^[a-z][a-z\d+.-]*:/i.test(value) && isUriReference(value);
}

/** Whether the text is a URI reference (RFC 3986, section 4.1): `../path`. */
export function isUriReference(value: string): boolean {
  return isReference(value, noUri, noUri);
}

/** Whether the text is an IRI (RFC 3987, section 2.2): `https://example.com/straße`. */
export function isIri(value: string): boolean {
  return /^[a-z][a-z\d+.-]*:/i.test(value) && isIriReference(value);
}

/** Whether the text is an IRI reference (RFC 3987, section 2.2): `../straße`. */
export function isIriReference(value: string): boolean {
  return isReference(value, noIri, noIriQuery);
}

/** Finds what may not stand among these characters. Looking for one bad character takes one pass, whatever the text. */
const outside = (characters: string): RegExp =>
  new RegExp(
    `[^${characters}]|[\\p{NChar}\\u{e0000}-\\u{e0fff}]|%(?![\\dA-Fa-f]{2})`,
    "u",
  );

/** `pchar`, `/` and `?`: what a path, query or fragment is made of once they are apart. */
const uri = "\\w.~!$&'()*+,;=:@/?%-";
/** `ucschar` but for what `outside` takes out, and the same with `iprivate`. */
const letters = "\\xa0-\\ud7ff\\uf900-\\uffef\\u{10000}-\\u{efffd}";
const allLetters = "\\xa0-\\ud7ff\\ue000-\\uffef\\u{10000}-\\u{10fffd}";

const noUri = /*@__PURE__*/ outside(uri);
const noIri = /*@__PURE__*/ outside(letters + uri);
const noIriQuery = /*@__PURE__*/ outside(allLetters + uri);
const noLiteral = /*@__PURE__*/ outside(`!#$&-;=?-[\\]_a-z~%${allLetters}`);

/** Scheme, authority, path, query, fragment. It matches every text, so that it never goes back. */
const components =
  /^([A-Za-z][A-Za-z\d+.-]*:)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#([^]*))?/;

function isReference(value: string, bad: RegExp, badQuery: RegExp): boolean {
  const found = components.exec(value) ?? [];
  const [, scheme, authority, path = "", query = "", fragment = ""] = found;
  // without a scheme, a colon in the first segment would make one
  const isAnchored = scheme !== undefined || authority !== undefined;
  return (
    !bad.test(path) &&
    !badQuery.test(query) &&
    !bad.test(fragment) &&
    (isAnchored || !/^[^/]*:/.test(path)) &&
    (authority === undefined || isAuthority(authority, bad))
  );
}

function isAuthority(value: string, bad: RegExp): boolean {
  const found = /^(?:([^@]*)@)?(\[[^[\]]*\]|[^:@[\]]*)(?::\d*)?$/.exec(value);
  if (found === null) return false;
  const [, user = "", host = ""] = found;
  if (bad.test(user)) return false;
  if (!host.startsWith("[")) return !bad.test(host);
  const literal = host.slice(1, -1);
  return isIpv6(literal) || /^v[\da-f]+\.[\w.~!$&'()*+,;=:-]+$/i.test(literal);
}

/** Whether the text is a URI template (RFC 6570, section 2), of any level: `/users/{id}`. */
export function isUriTemplate(value: string): boolean {
  return value.split("{").every((part, index) => {
    if (index === 0) return !noLiteral.test(part);
    const end = part.indexOf("}");
    return (
      end !== -1 &&
      isExpression(part.slice(0, end)) &&
      !noLiteral.test(part.slice(end + 1))
    );
  });
}

function isExpression(value: string): boolean {
  const variables = value.replace(/^[+#./;?&=,!@|]/, "").split(",");
  return variables.every((variable) => {
    const name = variable.replace(/\*$|:[1-9]\d{0,3}$/, "");
    return name !== "" && !/^\.|\.\.|\.$|[^\w.%]|%(?![\dA-Fa-f]{2})/.test(name);
  });
}
