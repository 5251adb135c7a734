import type { Readable } from "node:stream";

/** Gives each line of a stream, without searching what was searched before. */
export function readLines(
  stream: Readable,
  onLine: (line: string) => void,
): void {
  let rest = "";
  stream.setEncoding("utf8").on("data", (chunk: string) => {
    let start = 0;
    for (;;) {
      const end = chunk.indexOf("\n", start);
      if (end < 0) break;
      onLine(rest + chunk.slice(start, end));
      rest = "";
      start = end + 1;
    }
    rest += chunk.slice(start);
  });
}
