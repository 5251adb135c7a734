import { inspect } from "node:util";
import { expect, onTestFinished, vi } from "vitest";

/** All that a program could have shown or logged of a test. */
export type Said = {
  /** Takes an error down in every way that it can be printed, its causes included. */
  error(error: unknown): void;
  /** Takes a line down, such as a warning. */
  line(text: string): void;
  /** What was said so far. */
  text(): string;
  /** Fails where one of the secrets was said, whole or in part. */
  expectNone(secrets: ReadonlySet<string>): void;
};

/** Listens to stdout, stderr and the console until the test ends. */
export function listen(): Said {
  const lines: string[] = [];
  const say = (...values: readonly unknown[]): void => {
    lines.push(...values.map((value) => print(value)));
  };
  const spies = [
    ...(["log", "info", "warn", "error", "debug"] as const).map((method) =>
      vi.spyOn(console, method).mockImplementation(say),
    ),
    ...[process.stdout, process.stderr].map((stream) =>
      vi.spyOn(stream, "write").mockImplementation((chunk) => {
        say(chunk);
        return true;
      }),
    ),
  ];
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore();
  });
  return {
    error: say,
    line: say,
    text: () => lines.join("\n"),
    expectNone(secrets) {
      // A run without a secret would prove nothing.
      expect(secrets.size).toBeGreaterThan(0);
      const text = lines.join("\n");
      const found = [...secrets].filter((secret) =>
        [secret, encodeURIComponent(secret), secret.slice(-24)].some((form) =>
          text.includes(form),
        ),
      );
      expect(found).toEqual([]);
    },
  };
}

function print(value: unknown): string {
  if (typeof value === "string") return value;
  const seen = inspect(value, {
    depth: 20,
    maxStringLength: Infinity,
    maxArrayLength: Infinity,
    showHidden: true,
  });
  if (!(value instanceof Error)) return seen;
  return [seen, String(value), value.stack, JSON.stringify(value)].join("\n");
}
