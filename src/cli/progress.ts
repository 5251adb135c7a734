import { escapeControls } from "../generator/diagnostic-text.js";
import type { Terminal } from "./terminal.js";

const patienceMs = 1_000;

/** A line that shows what goes on. */
export type Progress = {
  readonly show: (what: string) => void;
  /** Takes the line away. */
  readonly end: () => void;
};

/** One line that says what goes on, once it takes longer than a second; only where a person watches. */
export function openProgress(terminal: Terminal, quiet: boolean): Progress {
  if (quiet || !terminal.interactive) {
    return { show: () => undefined, end: () => undefined };
  }
  const start = performance.now();
  let shown = false;
  return {
    show: (what) => {
      if (performance.now() - start < patienceMs) return;
      shown = true;
      terminal.err(`\r\u001b[2K${escapeControls(what)} …`);
    },
    end: () => {
      if (shown) terminal.err("\r\u001b[2K");
      shown = false;
    },
  };
}
