/**
 * The shape of the interface `Protocol` that the emitted `protocol.ts` exports:
 * parameters and results by method. The runtime takes it as a type parameter, so
 * that its signatures are typed by the protocol version that was selected.
 */
export interface Protocol {
  /** What a client may ask of a server: method → parameters, without the `_meta` that the runtime fills in. */
  readonly requests: object;
  /** What a client may ask of a server: method → result. */
  readonly results: object;
  /** What a server may tell a client: method → parameters. */
  readonly notifications: object;
  /** What a server may ask of a client: method → parameters. */
  readonly inputRequests: object;
  /** What a client answers: method → result. */
  readonly inputResults: object;
}

/** `T[K]` where T has K, else the fallback: keeps signatures alive on versions that lack a method. */
export type Member<T, K extends string, Fallback = unknown> = K extends keyof T
  ? T[K]
  : Fallback;
