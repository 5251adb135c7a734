import { join } from "node:path";
import * as prettier from "prettier";
import type { OutputFile } from "./output-file.js";

/**
 * Formats files as the user's own prettier settings say; `folder` is where their
 * paths start. Emitted text is tidy by itself, so this is for other styles alone.
 */
export async function format(
  files: readonly OutputFile[],
  folder: string,
): Promise<readonly OutputFile[]> {
  return Promise.all(
    files.map(async (file) => {
      const filepath = join(folder, file.path);
      const options = await prettier.resolveConfig(filepath);
      const text = await prettier.format(file.text, { ...options, filepath });
      return { ...file, text };
    }),
  );
}
