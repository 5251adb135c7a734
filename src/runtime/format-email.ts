import { isIdnHostname } from "./format-hostname.js";
import { isAsciiHostname, isIpv4, isIpv6 } from "./format-network.js";

/** Whether the text is a `Mailbox` of RFC 5321, section 4.1.2: `ada@example.com`. */
export function isEmail(value: string): boolean {
  const { local, domain } = split(value);
  return isLocalPart(local) && isDomain(domain);
}

/** Whether the text is a `Mailbox` of RFC 6531, section 3.3: `zoë@bücher.example`. Its domain may be written in any normal form. */
export function isIdnEmail(value: string): boolean {
  const { local, domain } = split(value);
  return (
    local.length <= longestLocal &&
    new TextEncoder().encode(local).length <= longestLocal &&
    // a backslash escapes ASCII alone
    !/\\[^ -~]/.test(local) &&
    isLocalPart(local.replace(beyondAscii, "a")) &&
    (isDomain(domain) || isUnicodeDomain(domain))
  );
}

/** More than a domain of 253 letters takes, taken apart into marks. */
const longestDomain = 4 * 253;

function isUnicodeDomain(value: string): boolean {
  return (
    value.length <= longestDomain &&
    // dots of other scripts are for people, not for the wire
    !/[\u3002\uff0e\uff61]/.test(value) &&
    isIdnHostname(value.normalize("NFC"))
  );
}

/** In octets (RFC 5321, section 4.5.3.1.1). */
const longestLocal = 64;

/** Any character but half a surrogate pair. */
const beyondAscii = /[\x80-\ud7ff\ue000-\u{10ffff}]/gu;

const localPart =
  /^(?:[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*|"(?:[ !#-[\]-~]|\\[ -~])*")$/;

/** A quoted local part may hold an `@`, a domain may not. */
function split(value: string) {
  const at = value.lastIndexOf("@");
  return {
    local: value.slice(0, Math.max(at, 0)),
    domain: value.slice(at + 1),
  };
}

function isLocalPart(value: string): boolean {
  return value.length <= longestLocal && localPart.test(value);
}

function isDomain(value: string): boolean {
  if (!value.startsWith("[")) return isAsciiHostname(value);
  const address = value.slice(1, -1);
  return (
    value.endsWith("]") &&
    (isIpv4(address) ||
      (/^ipv6:/i.test(address) && isIpv6(address.slice("ipv6:".length))))
  );
}
