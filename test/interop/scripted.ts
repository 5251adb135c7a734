import { createInterface } from "node:readline";
import { PassThrough, type Readable, type Writable } from "node:stream";
import { expect } from "vitest";
import type {
  Channel,
  Outgoing,
  Receiver,
  Transport,
} from "../../src/runtime/transport.js";
import { bare, type Message, type Step } from "./exchanges.js";

/** The other end of a client: takes what the script has the client say, to the letter, and says what follows. */
export class ScriptedServer implements Transport {
  readonly kind = "stream";
  readonly #left: Step[];
  /** Answers what comes after the script's end. */
  readonly #after: (message: Message) => Message;

  constructor(steps: readonly Step[], after: (message: Message) => Message) {
    this.#left = [...steps];
    this.#after = after;
  }

  /** What nobody has said yet. */
  get left(): readonly Step[] {
    return this.#left;
  }

  open(receiver: Receiver): Promise<Channel> {
    const send = ({ text, taken }: Outgoing): void => {
      const message = JSON.parse(text) as Message;
      const step = this.#left.shift();
      // What is thrown here rejects the client's request, and so the test.
      expect({ from: "client", message: bare(message) }).toEqual(bare(step));
      taken?.();
      const answers = this.#follow();
      if (this.#left.length === 0) answers.push(this.#after(message));
      say(receiver, answers);
    };
    return Promise.resolve({
      send,
      abandon: () => undefined,
      close: () => Promise.resolve(),
    });
  }

  /** What the server says before it is the client's turn. */
  #follow(): Message[] {
    const next = this.#left.findIndex(({ from }) => from === "client");
    const count = next < 0 ? this.#left.length : next;
    return this.#left.splice(0, count).map(({ message }) => message);
  }
}

/** Each message in a turn of its own, so that the client's user may act between two. */
function say(receiver: Receiver, messages: readonly Message[]): void {
  const [first, ...rest] = messages;
  if (first === undefined) return;
  setImmediate(() => {
    receiver.message(JSON.parse(JSON.stringify(first)));
    say(receiver, rest);
  });
}

/** The other end of a server: lines of text, as a pipe carries them. */
export type Lines = {
  /** Takes a message as it is, or a line. */
  say(message: Message | string): void;
  /** The server's next message; rejects when it has ended. */
  hear(): Promise<Message>;
  /** Closes the server's input; gives what it says until it ends. */
  end(): Promise<Message[]>;
};

/** Speaks to whatever serves a pair of streams. */
export function speakLines(
  serve: (streams: { input: Readable; output: Writable }) => Promise<void>,
): Lines {
  const input = new PassThrough();
  const output = new PassThrough();
  const ended = serve({ input, output }).then(() => output.end());
  const lines = createInterface({ input: output })[Symbol.asyncIterator]();
  const read = async (): Promise<Message | undefined> => {
    const next = (await lines.next()) as IteratorResult<string, undefined>;
    return next.done === true ? undefined : (JSON.parse(next.value) as Message);
  };
  return {
    say(message) {
      const text =
        typeof message === "string" ? message : JSON.stringify(message);
      input.write(`${text}\n`);
    },
    async hear() {
      const message = await read();
      if (message === undefined) throw new Error("the server has ended");
      return message;
    },
    async end() {
      input.end();
      await ended;
      const rest: Message[] = [];
      for (let message = await read(); message; message = await read())
        rest.push(message);
      return rest;
    },
  };
}
