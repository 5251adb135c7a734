/** Whether the text is an IPv4 address (RFC 2673, section 3.2, without leading zeros): `192.0.2.1`. */
export function isIpv4(value: string): boolean {
  return ipv4.test(value);
}

const ipv4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;

/** Whether the text is an IPv6 address (RFC 4291, section 2.2): `2001:db8::1`. A zone is no part of it. */
export function isIpv6(value: string): boolean {
  if (value.length > longestIpv6) return false;
  const halves = value.split("::");
  const isShort = halves.length === 2;
  const groups = halves.flatMap((half) =>
    isShort && half === "" ? [] : half.split(":"),
  );
  const last = value.slice(value.lastIndexOf(":") + 1);
  if (isIpv4(last)) groups.splice(-1, 1, "0", "0");
  return (
    groups.every((group) => /^[\da-f]{1,4}$/i.test(group)) &&
    // "::" stands for one group or more
    (isShort ? groups.length < 8 : groups.length === 8 && halves.length === 1)
  );
}

const longestIpv6 = "ffff:ffff:ffff:ffff:ffff:ffff:255.255.255.255".length;

/** Whether the text is a host name of letters, digits and hyphens (RFC 1123, section 2.1); what `xn--` stands for is not looked at. */
export function isAsciiHostname(value: string): boolean {
  return value.length <= 253 && value.split(".").every(isAsciiLabel);
}

/** Whether the text is one label of such a name. */
export function isAsciiLabel(value: string): boolean {
  return /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i.test(value);
}
