import {
  type Ending,
  httpCall,
  type HttpCaller,
  parseEvent,
  refusal,
} from "./client-http-call.js";
import { isSuccess } from "./client-http-parts.js";
import { Resumption } from "./client-resumption.js";
import type { Headers, HttpPeer } from "./transport.js";

/**
 * The stream on which a legacy server speaks unasked (basic/transports, Listening
 * for Messages). It is opened again for as long as the session lasts, after pauses
 * that grow while the server cannot be reached.
 */
export class StandingStream implements HttpCaller {
  readonly #peer: HttpPeer;
  readonly #headers: Headers | undefined;
  readonly #settled: () => void;
  readonly #resumption = new Resumption();
  /** In this session; a server that has no such stream may say 404 too. */
  #wasOpen = false;
  #stop: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `settled` is called when the stream is open, and when it is clear that there is none. */
  constructor(
    peer: HttpPeer,
    headers: Headers | undefined,
    settled: () => void,
  ) {
    this.#peer = peer;
    this.#headers = headers;
    this.#settled = settled;
    this.#stop = this.#start();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#stop();
  }

  opened(_status: number, _header: unknown, isStream: boolean): void {
    if (!isStream) return;
    this.#wasOpen = true;
    this.#settled();
  }

  event(data: string, kind: string): void {
    if (kind !== "message") return;
    const value = parseEvent(this.#peer, data);
    if (value !== undefined) this.#peer.receiver.message(value);
  }

  ended(ending: Ending): void {
    const { receiver } = this.#peer;
    const { status } = ending;
    const pause = this.#pauseAfter(ending);
    if (pause !== undefined) {
      this.#timer = setTimeout(() => {
        this.#stop = this.#start();
      }, pause);
    } else if (status === 404 && this.#wasOpen) {
      receiver.forgotten();
    } else {
      // A server may have no such stream, and most say so by 405.
      this.#settled();
      if (ending.tooLong || (status !== 405 && !isSuccess(status)))
        receiver.warning(
          `There is no stream for what the server says unasked: ${refusal(ending).message}`,
        );
    }
  }

  #start(): () => void {
    const peer = this.#peer;
    return httpCall(peer, this.#resumption.request(peer, this.#headers), this);
  }

  #pauseAfter(ending: Ending): number | undefined {
    const pause = this.#resumption.pauseAfter(ending);
    const { status, tooLong, broken } = ending;
    if (pause !== undefined || this.#resumption.lastId === "") return pause;
    if (broken?.reason === "authorization") return undefined;
    if (tooLong || status === 404 || status === 405) return undefined;
    // What the server cannot continue it may still begin anew.
    this.#resumption.lastId = "";
    return 0;
  }
}
