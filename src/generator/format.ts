import { join } from "node:path";
import * as prettier from "prettier";
import { diagnostic, type Diagnostic } from "./diagnostic.js";
import type { OutputFile } from "./output-file.js";

/** Where files lie: the folder that their paths start from, and what diagnostics print before them. */
export type FormatPlace = { readonly folder: string; readonly prefix: string };

/** Formatted files, or why prettier would not: FORMAT_FAILED. */
export type Formatted<File> = {
  readonly files: readonly File[];
  readonly diagnostics: readonly Diagnostic[];
};

/**
 * Formats files as the user's own prettier settings say. Emitted text is tidy by
 * itself, so this is for other styles, and for text that joins the user's own.
 */
export async function format<File extends Pick<OutputFile, "path" | "text">>(
  files: readonly File[],
  { folder, prefix }: FormatPlace,
): Promise<Formatted<File>> {
  const diagnostics: Diagnostic[] = [];
  const formatted = await Promise.all(
    files.map(async (file) => {
      const filepath = join(folder, file.path);
      try {
        const options = await prettier.resolveConfig(filepath);
        const text = await prettier.format(file.text, { ...options, filepath });
        return { ...file, text };
      } catch (error) {
        // Settings and plugins are the user's, and throw what they like.
        const reason = error instanceof Error ? error.message : String(error);
        const at = { file: prefix + file.path };
        diagnostics.push(diagnostic("FORMAT_FAILED", at, { reason }));
        return file;
      }
    }),
  );
  // Wrong settings are wrong for every file alike.
  return { files: formatted, diagnostics: diagnostics.slice(0, 1) };
}
