/** What generated code imports from a file of the user's, and how a build adds it. */
export type UserExport = {
  readonly name: string;
  /** Kind and wire name of the manifest's entry, such as "tools/weather_current"; absent where the file serves all of them. */
  readonly entry?: string;
  /** The generated type that the declaration is annotated with, and the specifier that it is imported from. */
  readonly type?: { readonly name: string; readonly from: string };
  /** The exported declaration; `type` is the local name of its type. */
  readonly declare: (type: string) => string;
};

type Text = {
  /** Relative to the manifest's folder (which is the lock's), with `/`. */
  readonly path: string;
  readonly text: string;
};

/** A file of ours: written whenever it is not what it should be. */
export type GeneratedFile = Text & { readonly owner: "generated" };

/** A file of the user's: created once, then only ever added to. */
export type UserFile = Text & {
  readonly owner: "user";
  /** Appended where the file exists and lacks it. */
  readonly export: UserExport;
  /**
   * Once the file was read: the hash of its bytes on disk. `text` is then theirs, with
   * the export appended where it lacked, and is written over those very bytes alone.
   */
  readonly read?: string;
};

/** One file that a build wants in the user's tree. */
export type OutputFile = GeneratedFile | UserFile;

/** Tells the two kinds apart. */
export function isUserFile(file: OutputFile): file is UserFile {
  return file.owner === "user";
}
