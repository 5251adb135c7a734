import type { ClientHandle } from "./client-core.js";
import type {
  CallOptions,
  ClientEvents,
  Listening,
  ServerIdentity,
} from "./client-options.js";
import type { Member, Protocol } from "./protocol.js";

export type Result<P extends Protocol, Method extends string> = Member<
  P["results"],
  Method
>;

export type Entry<
  P extends Protocol,
  Method extends string,
  List extends string,
> =
  Member<Result<P, Method>, List> extends readonly (infer Item)[]
    ? Item
    : unknown;

declare const protocol: unique symbol;

/** A connection to a server, without the verbs that a `Client` has. */
export interface Connection<P extends Protocol = Protocol>
  extends ClientHandle, AsyncDisposable {
  /** Carried by the type alone. */
  readonly [protocol]?: P;
  readonly server: ServerIdentity;
  /** Sends any request of the protocol. */
  request<Method extends keyof P["requests"] & string>(
    method: Method,
    params?: P["requests"][Method],
    options?: CallOptions,
  ): Promise<Result<P, Method>>;
  /** Ends the connection; requests that still wait reject with reason "closed". */
  close(): Promise<void>;
}

/** A connected client. `tools`, `prompts` and `resources` are added by the emitted one. */
export interface Client<P extends Protocol = Protocol> extends Connection<P> {
  listTools(
    options?: CallOptions,
  ): AsyncIterable<Entry<P, "tools/list", "tools">>;
  listPrompts(
    options?: CallOptions,
  ): AsyncIterable<Entry<P, "prompts/list", "prompts">>;
  listResources(
    options?: CallOptions,
  ): AsyncIterable<Entry<P, "resources/list", "resources">>;
  listResourceTemplates(
    options?: CallOptions,
  ): AsyncIterable<Entry<P, "resources/templates/list", "resourceTemplates">>;
  readResource(
    uri: string,
    options?: CallOptions,
  ): Promise<Result<P, "resources/read">>;
  /** Asks to be told of changes to a resource by the event "resourceUpdated"; settles when the server has agreed. */
  subscribe(uri: string, options?: CallOptions): Promise<Listening>;
  /**
   * Hears an event, or any notification by its own name. On versions that tell
   * nothing unasked it opens a subscription for it.
   */
  on<Event extends keyof ClientEvents | (keyof P["notifications"] & string)>(
    event: Event,
    listener: (
      params: Event extends keyof ClientEvents
        ? ClientEvents[Event]
        : Member<P["notifications"], Event>,
    ) => void,
  ): Listening;
}
