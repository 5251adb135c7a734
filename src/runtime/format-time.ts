/** The formats of RFC 3339. */

const dateParts = /^(\d{4})-(\d\d)-(\d\d)$/;
const timeParts =
  /^([01]\d|2[0-3]):([0-5]\d):([0-5]\d|60)(?:\.\d+)?(?:z|([+-])([01]\d|2[0-3]):([0-5]\d))$/i;
const durationParts =
  /^p(?:\d+w|(?:\d+y(?:\d+m(?:\d+d)?)?|\d+m(?:\d+d)?|\d+d|(?=t))(?:t(?:\d+h(?:\d+m(?:\d+s)?)?|\d+m(?:\d+s)?|\d+s))?)$/i;

const dayMinutes = 24 * 60;

/** Whether the text is a `full-date`: `2026-07-28`. */
export function isDate(value: string): boolean {
  return readDate(value) !== undefined;
}

/** Whether the text is a `full-time`: `12:00:00Z`. A leap second may stand at the end of a day in UTC alone. */
export function isTime(value: string): boolean {
  const time = readTime(value);
  return time !== undefined && (!time.leap || endsDay(time.minute));
}

/** Whether the text is a `date-time`: `2026-07-28T12:00:00Z`. A leap second may stand at the end of a month in UTC alone. */
export function isDateTime(value: string): boolean {
  const date = readDate(value.slice(0, 10));
  const time = readTime(value.slice(11));
  if (!date || !time || !/t/i.test(value.charAt(10))) return false;
  if (!time.leap) return true;
  const day = date.day + Math.floor(time.minute / dayMinutes);
  return endsDay(time.minute) && (day === 0 || day === date.days);
}

/** Whether the text is a `duration` (RFC 3339, appendix A): `P1DT12H`. */
export function isDuration(value: string): boolean {
  return durationParts.test(value);
}

/** The day, and how many days its month has. */
function readDate(value: string) {
  const found = dateParts.exec(value);
  if (found === null) return undefined;
  const [year = 0, month = 0, day = 0] = found.slice(1).map(Number);
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const february = isLeap ? 29 : 28;
  const months = [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  const days = months[month - 1] ?? 0;
  return day >= 1 && day <= days ? { day, days } : undefined;
}

/** The minute in UTC, counted from the start of the day that is written, and whether it has a leap second. */
function readTime(value: string) {
  const found = timeParts.exec(value);
  if (found === null) return undefined;
  const [, hour, minute, second, sign, offsetHour, offsetMinute] = found;
  const offset = Number(offsetHour ?? 0) * 60 + Number(offsetMinute ?? 0);
  const local = Number(hour) * 60 + Number(minute);
  return {
    minute: sign === "-" ? local + offset : local - offset,
    leap: second === "60",
  };
}

function endsDay(minute: number): boolean {
  return (minute + dayMinutes + 1) % dayMinutes === 0;
}
