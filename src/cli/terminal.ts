/** Where a verb prints: results on `out`, everything for people on `err`. */
export type Terminal = {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Whether `err` shows colour. */
  readonly colour: boolean;
  /** Whether a line on `err` can be replaced by another. */
  readonly interactive: boolean;
};

/** The process's own streams. FORCE_COLOR wins over NO_COLOR, and both over a guess. */
export function openTerminal(): Terminal {
  const { stdout, stderr, env } = process;
  const interactive = stderr.isTTY && env["TERM"] !== "dumb";
  return {
    out: (text) => void stdout.write(text),
    err: (text) => void stderr.write(text),
    colour: wantsColour(env, interactive),
    interactive,
  };
}

function wantsColour(env: NodeJS.ProcessEnv, interactive: boolean): boolean {
  const forced = env["FORCE_COLOR"];
  if (forced !== undefined) return forced !== "0" && forced !== "false";
  return interactive && (env["NO_COLOR"] ?? "") === "";
}

const codes = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, cyan: 36 };

/** How a word may look. */
export type Style = keyof typeof codes;

/** Text in a style where the terminal shows one. */
export function paint(terminal: Terminal, style: Style, text: string): string {
  return terminal.colour ? `\u001b[${codes[style]}m${text}\u001b[0m` : text;
}
