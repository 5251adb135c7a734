import { setTimeout as pause } from "node:timers/promises";
import type { Handler } from "../out/everything/server.js";

export const slowCompute: Handler<"slow_compute"> = async (
  { seconds, label },
  { signal },
) => {
  await pause(seconds * 1000, undefined, { signal });
  return `Computed ${label ?? "it"} for ${seconds} s`;
};
