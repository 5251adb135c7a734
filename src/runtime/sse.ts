/**
 * Reads a stream of server-sent events as it comes, in pieces cut anywhere: also
 * between CR and LF. Comments and unknown fields are left out.
 */
export class SseReader {
  /** The id of the last event that had one. */
  lastId = "";
  /** What the server wishes for the pause before a reconnect, in milliseconds. */
  retryMs: number | undefined;

  readonly #event: (data: string, type: string) => void;
  #rest = "";
  #first = true;
  #afterReturn = false;
  #data: string | undefined;
  #type = "";

  /** `event` gets the data and the type ("message" where none was named) of each event that has data. */
  constructor(event: (data: string, type: string) => void) {
    this.#event = event;
  }

  /** How much of an event is kept whose end has not come. */
  get size(): number {
    return this.#rest.length + (this.#data?.length ?? 0);
  }

  push(chunk: string): void {
    let text = chunk;
    if (this.#first && text !== "") {
      this.#first = false;
      if (text.startsWith("\uFEFF")) text = text.slice(1);
    }
    if (this.#afterReturn && text !== "") {
      this.#afterReturn = false;
      if (text.startsWith("\n")) text = text.slice(1);
    }
    const ends = /\r\n|\n|\r/g;
    let start = 0;
    for (let end = ends.exec(text); end !== null; end = ends.exec(text)) {
      const line = this.#rest + text.slice(start, end.index);
      this.#rest = "";
      start = ends.lastIndex;
      this.#afterReturn = end[0] === "\r" && start === text.length;
      this.#line(line);
    }
    this.#rest += text.slice(start);
  }

  #line(line: string): void {
    if (line === "") {
      this.#dispatch();
      return;
    }
    const colon = line.indexOf(":");
    const field = colon < 0 ? line : line.slice(0, colon);
    const skip = line[colon + 1] === " " ? 2 : 1;
    const value = colon < 0 ? "" : line.slice(colon + skip);
    switch (field) {
      case "data":
        this.#data =
          this.#data === undefined ? value : `${this.#data}\n${value}`;
        return;
      case "event":
        this.#type = value;
        return;
      case "id":
        if (!value.includes("\0")) this.lastId = value;
        return;
      case "retry":
        if (/^\d+$/.test(value)) this.retryMs = Number(value);
        return;
      default:
    }
  }

  #dispatch(): void {
    const data = this.#data;
    const type = this.#type || "message";
    this.#data = undefined;
    this.#type = "";
    // An event with an id alone only moves the place to resume from.
    if (data !== undefined && data !== "") this.#event(data, type);
  }
}
