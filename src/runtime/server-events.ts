import type { JsonObject } from "./json-rpc.js";
import type { ChangingList } from "./server-catalogue.js";
import type { SessionState } from "./server-http.js";

/** Something that happened in the server and that clients may have asked to hear of. */
export type ServerEvent =
  | { readonly type: "changed"; readonly list: ChangingList }
  | { readonly type: "updated"; readonly uri: string }
  /** A task is not what it was. */
  | { readonly type: "task"; readonly id: string }
  /** An HTTP session is not what it was; without a state it has ended. */
  | {
      readonly type: "session";
      readonly id: string;
      readonly state: SessionState | undefined;
    }
  /** A session got a message for a call that runs in another process, if anywhere. */
  | {
      readonly type: "received";
      readonly id: string;
      readonly message: JsonObject;
    };

/**
 * Carries events from `server.changed()` and `server.updated()` to the streams
 * that wait for them, and what sessions have to tell between processes. The default
 * stays in the process; several processes that serve one address share one of
 * their own, which passes on every event, whatever its type: all are plain JSON.
 */
export interface EventBus {
  publish(event: ServerEvent): void;
  /** Calls the listener for every event from now on; the answer ends that. */
  subscribe(listener: (event: ServerEvent) => void): () => void;
}

/**
 * Remembers which `requestState`s were used, so that none is used twice: a replay
 * would do again what the first use has done. The default remembers within the
 * process; several processes that share a `sealKey` share a ledger of their own.
 */
export interface StateLedger {
  /** Notes a state as used; false where it was before. After `until` (milliseconds since 1970) it may be forgotten. */
  spend(state: string, until: number): boolean | Promise<boolean>;
}
