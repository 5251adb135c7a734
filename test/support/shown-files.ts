/** A code block of Markdown, and the file that its first line names, such as `// ask.ts` or `# manifest.yaml`. */
const block = /^```\w+\n(?:\/\/|#) ([\w./-]+\.\w+)\n([^]*?)^```$/gm;

/** The files that a document shows whole, by path; the line that names a file is part of none. */
export function shownFiles(markdown: string): Record<string, string> {
  return Object.fromEntries(
    [...markdown.matchAll(block)].map(([, path = "", text = ""]) => [
      path,
      text.trimStart(),
    ]),
  );
}
