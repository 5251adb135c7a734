/** Punycode (RFC 3492), as it stands behind `xn--`. */

const alphabet = "abcdefghijklmnopqrstuvwxyz0123456789";

/** More than any code point, and small enough that no product on the way loses a digit. */
const most = 2 ** 31;

/** The label in Punycode. */
export function encodePunycode(label: string): string {
  const points = Array.from(label, (char) => char.codePointAt(0) ?? 0);
  const basic = points.filter((point) => point < 0x80);
  let text = String.fromCharCode(...basic) + (basic.length > 0 ? "-" : "");
  let [bias, delta, done, next] = [72, 0, basic.length, 0x80];
  while (done < points.length) {
    const least = Math.min(...points.filter((point) => point >= next));
    delta += (least - next) * (done + 1);
    next = least;
    for (const point of points) {
      if (point < next) delta++;
      if (point !== next) continue;
      text += digits(delta, bias);
      bias = adapt(delta, done + 1, done === basic.length);
      delta = 0;
      done++;
    }
    delta++;
    next++;
  }
  return text;
}

/** The label that the Punycode stands for, or undefined where it stands for none. */
export function decodePunycode(text: string): string | undefined {
  const end = Math.max(text.lastIndexOf("-"), 0);
  const points = Array.from(text.slice(0, end), (char) => char.charCodeAt(0));
  let [bias, point, index] = [72, 0x80, 0];
  for (let at = end > 0 ? end + 1 : 0; at < text.length;) {
    const before = index;
    for (let weight = 1, k = 36; ; k += 36) {
      if (at === text.length) return undefined;
      const value = alphabet.indexOf(text.charAt(at++));
      index += value * weight;
      if (value === -1 || index > most) return undefined;
      const limit = threshold(k, bias);
      if (value < limit) break;
      weight *= 36 - limit;
    }
    const count = points.length + 1;
    bias = adapt(index - before, count, before === 0);
    point += Math.floor(index / count);
    if (point > 0x10ffff) return undefined;
    index %= count;
    points.splice(index++, 0, point);
  }
  return String.fromCodePoint(...points);
}

/** A number in digits of variable weight (section 3.3). */
function digits(value: number, bias: number): string {
  let text = "";
  let rest = value;
  for (let k = 36; ; k += 36) {
    const limit = threshold(k, bias);
    if (rest < limit) return text + alphabet.charAt(rest);
    text += alphabet.charAt(limit + ((rest - limit) % (36 - limit)));
    rest = Math.floor((rest - limit) / (36 - limit));
  }
}

function threshold(k: number, bias: number): number {
  return Math.min(Math.max(k - bias, 1), 26);
}

/** Section 6.1. */
function adapt(delta: number, count: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? 700 : 2));
  rest += Math.floor(rest / count);
  let k = 0;
  for (; rest > 455; k += 36) rest = Math.floor(rest / 35);
  return k + Math.floor((36 * rest) / (rest + 38));
}
