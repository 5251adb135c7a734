import type { Contract, ContractEntry } from "../contract.js";

/** Folders of one server's files, relative to the manifest's folder, with `/`. */
export type Folders = {
  /** `<out>/<server>`. */
  readonly server: string;
  readonly runtime: string;
  readonly handlers: string;
};

/** Where the files of a contract go. */
export function foldersOf(contract: Contract): Folders {
  const { out, handlers, server } = contract.manifest;
  return {
    server: `${out}/${server.name}`,
    runtime: `${out}/runtime`,
    handlers,
  };
}

/** The path from one folder to a file, both relative to the same folder, ending up with `./` or `../`. */
export function relative(folder: string, file: string): string {
  const from = folder.split("/").filter((step) => step !== "." && step !== "");
  const to = file.split("/").filter((step) => step !== "." && step !== "");
  let common = 0;
  while (common < from.length && from[common] === to[common]) common += 1;
  const up = "../".repeat(from.length - common);
  return `${up === "" ? "./" : up}${to.slice(common).join("/")}`;
}

/** All entries that a user's handler file stands for. */
export function handledEntries(contract: Contract): readonly ContractEntry[] {
  const { tools, prompts, resources, resourceTemplates } = contract;
  return [...tools, ...prompts, ...resources, ...resourceTemplates];
}
