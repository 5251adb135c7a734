/** The protocol version that a client speaks, or that it finds out which. */
export type Era = "legacy" | "modern" | "auto";

/** Of the older era the newest that every contender speaks. */
export const versionOf = {
  legacy: "2025-06-18",
  modern: "2026-07-28",
} as const;

/** Where the server is: a program to start, or one that listens. */
export type Target =
  | { readonly kind: "stdio"; readonly args: readonly string[] }
  | { readonly kind: "http"; readonly url: string };

/** A connection, by whichever client. */
export type Session = {
  /** Calls a tool and gives the text that it answers with. */
  call(tool: "echo" | "report", input: object): Promise<string>;
  /** Lists the tools and gives their number. */
  list(): Promise<number>;
  close(): Promise<void>;
};

export type Open = (target: Target, era: Era) => Promise<Session>;

/** The text of a result of `tools/call`; throws where it is another. */
export function textOf(result: unknown): string {
  const { content } = result as { content?: readonly { text?: string }[] };
  const text = content?.[0]?.text;
  if (text === undefined) throw new Error(`no text: ${JSON.stringify(result)}`);
  return text;
}
