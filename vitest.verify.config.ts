import { defineConfig } from "vitest/config";

/** The long legs: compiler matrix, peer grids, soundness, fuzz, kill tests. */
export default defineConfig({
  test: {
    include: ["test/verify/**/*.test.ts"],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    fileParallelism: false,
  },
});
