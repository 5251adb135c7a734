import type { ChangingList } from "./server-catalogue.js";
import type { Engine } from "./server-engine.js";

/** Tells clients of what is not what it was. */
export interface Changes {
  /** A list has changed; needs `listChanged` in the manifest, else it is a warning. */
  changed(list: ChangingList): void;
  /** A resource has changed: the clients that follow it hear so. */
  updated(uri: string): void;
}

/** The changes that a server can tell of. */
export function changesOf({ catalogue, bus, warn }: Engine): Changes {
  return {
    changed(list) {
      if (catalogue.listChanged[list]) bus.publish({ type: "changed", list });
      else
        warn(`The manifest does not say that ${list} can change: listChanged`);
    },
    updated(uri) {
      bus.publish({ type: "updated", uri });
    },
  };
}
