/** One file that a build wants in the user's tree. */
export type OutputFile = {
  /** Relative to the manifest's folder (which is the lock's), with `/`. */
  readonly path: string;
  readonly text: string;
  /** "generated": ours, rewritten; "user": created once, then never touched. */
  readonly owner: "generated" | "user";
  /**
   * Only on a "user" file that was extended (an export appended): the hash of the
   * text that `text` grew from. It is written only over that very text.
   */
  readonly extends?: string;
};
