type Block = { readonly type: string; readonly text?: unknown };

/** The first text of what a model said. */
export function spoken({
  content,
}: {
  readonly content: Block | readonly Block[];
}): string {
  const blocks: readonly Block[] = Array.isArray(content) ? content : [content];
  const text = blocks.find(({ type }) => type === "text")?.text;
  return typeof text === "string" ? text : "";
}
