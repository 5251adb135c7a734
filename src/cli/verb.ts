import type { BuildOptions, BuildResult } from "../generator/build-result.js";
import type { Terminal } from "./terminal.js";

/** What every verb takes. */
export type CommonArguments = {
  readonly cwd: string;
  readonly json: boolean;
  readonly quiet: boolean;
};

/** The library's `build`. */
export type Build = (options: BuildOptions) => Promise<BuildResult>;

/** What every verb works with; `loadBuild` loads the generator when it is needed. */
export type Surroundings = {
  readonly terminal: Terminal;
  readonly loadBuild: () => Promise<Build>;
};
