import type { TestProject } from "vitest/node";
import { openTemporary } from "./temporary.js";
import { transpilePackage } from "./transpiled.js";

declare module "vitest" {
  interface ProvidedContext {
    /** The package as it is published, in a folder of this run. */
    readonly packaged: string;
  }
}

/** Lays the package out once for all files of a run; the result takes it away. */
export async function setup(tests: TestProject): Promise<() => Promise<void>> {
  const { path, remove } = await openTemporary("packaged");
  await transpilePackage(path);
  tests.provide("packaged", path);
  return remove;
}
