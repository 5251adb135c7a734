import { isAsciiHostname, isAsciiLabel } from "./format-network.js";
import { fitsBidi, isInternational } from "./idna.js";
import { decodePunycode, encodePunycode } from "./punycode.js";

/** Whether the text is a host name (RFC 1123, section 2.1), its `xn--` labels sound (RFC 5890, section 2.3.2.1): `www.example.com`. */
export function isHostname(value: string): boolean {
  if (!isAsciiHostname(value)) return false;
  if (!/(?:^|\.)xn--/i.test(value)) return true;
  return areLabels(
    value.split(".").map((label) => (isALabel(label) ? decode(label) : label)),
  );
}

/** Whether the text is an internationalized host name (RFC 5890, section 2.3.2.3): `bücher.example`. */
export function isIdnHostname(value: string): boolean {
  // in code units, of which two make a letter: more cannot come down to the 253 that a name may have
  if (value.length > 2 * 253) return false;
  const labels = value.split(/[.\u3002\uff0e\uff61]/).map((label) => {
    if (isALabel(label)) return { ascii: label, text: decode(label) };
    if (/[^\x00-\x7f]/.test(label)) {
      const text = isInternational(label) ? label : undefined;
      return { ascii: text && `xn--${encodePunycode(text)}`, text };
    }
    // the third and fourth letter say what a label is
    return { ascii: label, text: /^..--/.test(label) ? undefined : label };
  });
  return (
    isAsciiHostname(labels.map(({ ascii }) => ascii).join(".")) &&
    areLabels(labels.map(({ text }) => text))
  );
}

function isALabel(label: string): boolean {
  return /^xn--/i.test(label);
}

/** What an A-label stands for; undefined where it stands for no U-label, or another A-label does for the same. */
function decode(label: string): string | undefined {
  if (!isAsciiLabel(label)) return undefined;
  const code = label.slice(4).toLowerCase();
  const text = decodePunycode(code);
  if (text === undefined || !isInternational(text)) return undefined;
  return encodePunycode(text) === code ? text : undefined;
}

function areLabels(labels: readonly (string | undefined)[]): boolean {
  const sound = labels.filter((label): label is string => label !== undefined);
  return sound.length === labels.length && fitsBidi(sound);
}
