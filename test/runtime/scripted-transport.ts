import type {
  Channel,
  Outgoing,
  Receiver,
  Transport,
} from "../../src/runtime/transport.js";

export type Sent = {
  readonly jsonrpc: string;
  readonly id?: string | number;
  readonly method: string;
  readonly params?: { readonly [key: string]: unknown };
  readonly result?: { readonly [key: string]: unknown };
  readonly error?: { readonly code: number; readonly message: string };
};

/** What a scripted peer may do when a message comes. */
export type Peer = {
  readonly receiver: Receiver;
  /** Answers the request with this id. */
  result(id: Sent["id"], result: object): void;
  error(id: Sent["id"], code: number, message: string, data?: unknown): void;
  notify(method: string, params?: object): void;
};

export type Script = (message: Sent, peer: Peer) => void;

/** A transport whose other end is a function. Everything that the client sends is in `sent`. */
export class ScriptedTransport implements Transport {
  readonly kind: Transport["kind"];
  readonly sent: Sent[] = [];
  readonly outgoing: Outgoing[] = [];
  readonly abandoned: (string | number)[] = [];
  closes = 0;
  restarts = 0;
  peer!: Peer;
  #ended = false;
  readonly #script: Script;
  readonly #waiting: (() => void)[] = [];

  constructor(script: Script, kind: Transport["kind"] = "stream") {
    this.#script = script;
    this.kind = kind;
  }

  async open(receiver: Receiver): Promise<Channel> {
    const say = (message: object) =>
      receiver.message(
        JSON.parse(JSON.stringify({ jsonrpc: "2.0", ...message })),
      );
    this.peer = {
      receiver: {
        message: (value) => receiver.message(value),
        failed: (id, error) => receiver.failed(id, error),
        forgotten: () => receiver.forgotten(),
        warning: (text) => receiver.warning(text),
        pause: () => receiver.pause(),
        closed: (error) => {
          this.#ended = true;
          receiver.closed(error);
        },
      },
      result: (id, result) => say({ id, result }),
      error: (id, code, message, data) =>
        say({ id, error: { code, message, data } }),
      notify: (method, params) => say({ method, params }),
    };
    return {
      send: (message) => {
        if (this.#ended) this.restarts++;
        this.#ended = false;
        const sent = JSON.parse(message.text) as Sent;
        this.sent.push(sent);
        this.outgoing.push(message);
        message.taken?.();
        queueMicrotask(() => {
          this.#script(sent, this.peer);
          for (const look of this.#waiting.splice(0)) look();
        });
      },
      abandon: (id) => void this.abandoned.push(id),
      restarts: true,
      close: async () => void this.closes++,
    };
  }

  /** Resolves when a message that fits has been sent and the script has seen it. */
  async sending(fits: (message: Sent) => boolean): Promise<Sent> {
    for (;;) {
      const found = this.sent.find(fits);
      if (found !== undefined) return found;
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  methods(): string[] {
    return this.sent.map(({ method }) => method);
  }
}

/** Answers the opening of both eras and leaves all other requests to `script`. */
export function server(
  script: Script,
  capabilities: object = { tools: {} },
): Script {
  const serverInfo = { name: "example-server", version: "1.0.0" };
  return (message, peer) => {
    const { id, method, params } = message;
    if (method === "initialize")
      peer.result(id, {
        protocolVersion: params!["protocolVersion"],
        capabilities,
        serverInfo,
      });
    else if (method === "server/discover")
      peer.result(id, {
        resultType: "complete",
        supportedVersions: ["2026-07-28"],
        capabilities,
        _meta: { "io.modelcontextprotocol/serverInfo": serverInfo },
        ttlMs: 0,
        cacheScope: "private",
      });
    else if (id !== undefined) script(message, peer);
  };
}
