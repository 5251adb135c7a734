/** Identifiers by wire name. */
export type IdentifierMap = { readonly [wireName: string]: string };

/** Identifiers by kind ("tools", "prompts", …), then by wire name. */
export type Identifiers = { readonly [kind: string]: IdentifierMap };

/** What one server adds to the lock. */
export type ServerRecord = {
  /** Path of the manifest relative to the lock's folder, with `/`. */
  readonly manifest: string;
  /** Folder of the output relative to the lock's folder, with `/`; "." is that folder itself. */
  readonly out: string;
  /** How relative imports end; shared files of one `out` can only follow one. */
  readonly importExtension: "js" | "ts" | "none";
  /** Entry files of the runtime that this server needs, such as `client.ts`. */
  readonly runtime: readonly string[];
  readonly identifiers: Identifiers;
};
