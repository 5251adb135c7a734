/**
 * Frames of the stdio transport (basic/transports/stdio): one JSON text a line.
 * Neither class touches a stream, so that both sides share them.
 */

const lineFeed = 10;

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
  /** Their bytes; more than are allowed while the rest of a long line is skipped. */
  #size = 0;

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
    let rest = chunk;
    if (this.#size > 0) {
      const end = chunk.indexOf(lineFeed);
      this.#keep(end < 0 ? chunk : chunk.subarray(0, end));
      if (end < 0) return;
      this.end();
      rest = chunk.subarray(end + 1);
    }
    const last = rest.lastIndexOf(lineFeed);
    if (last >= 0) this.#emit(rest.subarray(0, last));
    this.#keep(rest.subarray(last + 1));
  }

  /** The stream has ended: what came after the last line end is a line too. */
  end(): void {
    const whole = new Uint8Array(this.#size > this.#maxBytes ? 0 : this.#size);
    let offset = 0;
    for (const part of this.#parts) {
      whole.set(part, offset);
      offset += part.length;
    }
    this.#parts = [];
    this.#size = 0;
    this.#emit(whole);
  }

  #keep(part: Uint8Array): void {
    if (this.#size > this.#maxBytes || part.length === 0) return;
    this.#size += part.length;
    this.#parts.push(part);
    if (this.#size <= this.#maxBytes) return;
    this.#parts = [];
    this.#tooLong(this.#maxBytes);
  }

  /** Bytes that end where a line ends: no character is cut. */
  #emit(bytes: Uint8Array): void {
    for (const text of this.#decoder.decode(bytes).split("\n")) {
      // Without a carriage return, and the byte order mark that some programs begin with.
      const line = text.trim();
      if (line.length > this.#maxBytes) this.#tooLong(this.#maxBytes);
      else if (line !== "") this.#line(line);
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
