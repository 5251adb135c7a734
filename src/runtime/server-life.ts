import { inTime } from "./alarm.js";
import type { Call, Engine } from "./server-engine.js";
import type { EventBus, ServerEvent } from "./server-events.js";

/** A bus within the process. */
export function localBus(): EventBus {
  const listeners = new Set<(event: ServerEvent) => void>();
  return {
    publish(event) {
      for (const listener of [...listeners]) listener(event);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The life of a server. */
export type Life = {
  readonly hooks: Pick<Engine, "begin" | "end" | "onClosing" | "onClose">;
  readonly closing: () => boolean;
  readonly close: () => Promise<void>;
};

/** Counts what is in flight and closes in order. */
export function lifeCycle(graceMs: number): Life {
  const calls = new Set<Call>();
  const before = new Set<() => void>();
  const after = new Set<() => void | Promise<void>>();
  let idle: (() => void) | undefined;
  let closed: Promise<void> | undefined;
  const register = <T>(set: Set<T>, hook: T): (() => void) => {
    set.add(hook);
    return () => set.delete(hook);
  };
  const close = async (): Promise<void> => {
    for (const hook of [...before]) hook();
    if (calls.size > 0) {
      const finished = new Promise<void>((resolve) => (idle = resolve));
      if (!(await inTime(finished, graceMs)))
        for (const call of [...calls]) call.giveUp();
    }
    await Promise.all([...after].map(async (hook) => hook()));
  };
  return {
    hooks: {
      begin: (call) => void calls.add(call),
      end(call) {
        calls.delete(call);
        if (calls.size === 0) idle?.();
      },
      onClosing: (hook) => register(before, hook),
      onClose: (hook) => register(after, hook),
    },
    closing: () => closed !== undefined,
    close: () => (closed ??= close()),
  };
}
