import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** What a process has used so far. */
export type Report = {
  /** Microseconds of CPU time of all its threads. */
  readonly cpu: number;
  /** Bytes of live and uncollected JavaScript values. */
  readonly heap: number;
};

/** What this process has used; `collect` collects its garbage first. */
export function report(collect: boolean): Report {
  const { user, system } = process.cpuUsage();
  if (collect) collectGarbage();
  return { cpu: user + system, heap: process.memoryUsage().heapUsed };
}

/** No program is started with --expose-gc: SDKs start servers with arguments of their own. */
function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  const gc = runInNewContext("gc") as () => void;
  gc();
  gc();
}
