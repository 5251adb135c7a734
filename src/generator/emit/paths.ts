import type { Contract } from "../contract.js";

/** Folders of one server's files, relative to the manifest's folder, with `/`. */
export type Folders = {
  /** `<out>/<server>`. */
  readonly server: string;
  readonly handlers: string;
};

/** Where the files of a contract go. */
export function foldersOf({ manifest }: Contract): Folders {
  return {
    server: `${manifest.out}/${manifest.server.name}`,
    handlers: manifest.handlers,
  };
}

/** The path from a folder to a file, both relative to one place, beginning with `./` or `../`. */
export function relative(folder: string, file: string): string {
  const from = steps(folder);
  const to = steps(file);
  let common = 0;
  while (common < from.length && from[common] === to[common]) common += 1;
  const up = "../".repeat(from.length - common);
  return (up === "" ? "./" : up) + to.slice(common).join("/");
}

function steps(path: string): readonly string[] {
  return path.split("/").filter((step) => step !== "." && step !== "");
}
