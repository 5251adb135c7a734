/**
 * Frames of the stdio transport (basic/transports/stdio): one JSON text a line.
 * Neither class touches a stream, so that both sides share them.
 */

const lineFeed = 10;
const byteOrderMark = 0xfeff;

/** Default bound for one line: 64 MiB. */
export const defaultMaxLineBytes = 64 * 1024 * 1024;

/** Cuts chunks of bytes into lines. The cost per byte does not depend on the length of a line. */
export class LineReader {
  readonly #line: (text: string) => void;
  readonly #tooLong: (maxBytes: number) => void;
  readonly #maxBytes: number;
  readonly #decoder = new TextDecoder();
  /** The chunks of a line whose end has not come yet. */
  #parts: Uint8Array[] = [];
  #size = 0;
  #skipping = false;

  /** `line` gets each line without its end, blank ones left out; `tooLong` is told of each that was dropped. */
  constructor(
    line: (text: string) => void,
    tooLong: (maxBytes: number) => void,
    maxBytes: number = defaultMaxLineBytes,
  ) {
    this.#line = line;
    this.#tooLong = tooLong;
    this.#maxBytes = maxBytes;
  }

  push(chunk: Uint8Array): void {
    const last = chunk.lastIndexOf(lineFeed);
    if (last < 0) {
      this.#keep(chunk);
      return;
    }
    let start = 0;
    if (this.#skipping || this.#size > 0) {
      start = chunk.indexOf(lineFeed) + 1;
      this.#keep(chunk.subarray(0, start - 1));
      this.#flush();
    }
    if (start <= last) this.#emit(chunk.subarray(start, last));
    if (last + 1 < chunk.length) this.#keep(chunk.subarray(last + 1));
  }

  /** The stream has ended: what came after the last line end is a line too. */
  end(): void {
    this.#flush();
  }

  #keep(part: Uint8Array): void {
    if (this.#skipping) return;
    this.#size += part.length;
    if (this.#size > this.#maxBytes) {
      this.#parts = [];
      this.#skipping = true;
      this.#tooLong(this.#maxBytes);
    } else {
      this.#parts.push(part);
    }
  }

  #flush(): void {
    const parts = this.#parts;
    const whole = new Uint8Array(this.#skipping ? 0 : this.#size);
    let offset = 0;
    for (const part of parts) {
      whole.set(part, offset);
      offset += part.length;
    }
    this.#parts = [];
    this.#size = 0;
    this.#skipping = false;
    this.#emit(whole);
  }

  /** Bytes that end where a line ends: no character is cut. */
  #emit(bytes: Uint8Array): void {
    const text = this.#decoder.decode(bytes);
    let start = 0;
    while (start <= text.length) {
      const found = text.indexOf("\n", start);
      const end = found < 0 ? text.length : found;
      // Some programs begin their output with a byte order mark.
      if (text.charCodeAt(start) === byteOrderMark) start++;
      const line = text.slice(start, text[end - 1] === "\r" ? end - 1 : end);
      if (line.length > this.#maxBytes) this.#tooLong(this.#maxBytes);
      else if (line.trim() !== "") this.#line(line);
      start = end + 1;
    }
  }
}

/** A string cannot grow for ever; past this many characters a write of its own begins. */
const longestWrite = 16 * 1024 * 1024;

/** Gathers the lines of a tick into one write, and waits while the other side is slow. */
export class LineWriter {
  readonly #write: (text: string) => boolean;
  readonly #later: (run: () => void) => void;
  readonly #full: string[] = [];
  #queued = "";
  #scheduled = false;
  #blocked = false;

  /**
   * `write` returns false when it wants no more until `drained` is called; `later`
   * runs a function at the end of the tick, as `process.nextTick` does.
   */
  constructor(
    write: (text: string) => boolean,
    later: (run: () => void) => void,
  ) {
    this.#write = write;
    this.#later = later;
  }

  push(text: string): void {
    if (this.#queued.length + text.length > longestWrite) {
      this.#full.push(this.#queued);
      this.#queued = "";
    }
    this.#queued += `${text}\n`;
    if (this.#scheduled || this.#blocked) return;
    this.#scheduled = true;
    this.#later(() => {
      this.#scheduled = false;
      if (!this.#blocked) this.flush();
    });
  }

  drained(): void {
    this.#blocked = false;
    this.flush();
  }

  /** Writes at once, for the last words before an end. */
  flush(): void {
    const texts = [...this.#full.splice(0), this.#queued];
    this.#queued = "";
    for (const text of texts)
      if (text !== "") this.#blocked = !this.#write(text);
  }
}
