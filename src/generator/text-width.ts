/** Columns of a line, as prettier has them by default. */
export const pageWidth = 80;

const beyondAscii = /[^\0-\x7f]/;

const marks = /\p{Mn}|\p{Me}|\p{Cf}/u;
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Extended_Pictographic}/u;

/** Columns as prettier counts them: wide East Asian characters and emoji take two. */
export function width(text: string): number {
  if (!beyondAscii.test(text)) return text.length;
  let columns = 0;
  for (const char of text) {
    if (!marks.test(char)) columns += wide.test(char) ? 2 : 1;
  }
  return columns;
}

/** Whether text takes at most `room` columns. */
export function fits(text: string, room: number): boolean {
  // no character takes more than two columns
  return text.length * 2 <= room || width(text) <= room;
}
