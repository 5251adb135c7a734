import { text } from "node:stream/consumers";
import type { PlannedFile } from "../../src/generator/plan.js";
import { write } from "../../src/generator/write.js";

/** Carries out the plan given on stdin and dies, as by `kill -9`, at one of its moves. */
const { folder, files, move } = JSON.parse(await text(process.stdin)) as {
  readonly folder: string;
  readonly files: readonly PlannedFile[];
  readonly move: string;
};

write(folder, files, {
  prefix: "",
  step: (name) => {
    if (name === move) process.kill(process.pid, "SIGKILL");
  },
});
