import { defineConfig } from "vitest/config";

/**
 * The long legs, `npm run verify`: compiler matrix, packaging, peer grids,
 * soundness, fuzz, kill tests. A test that starts processes or listens on the
 * network has its file in test/verify/process/ and may take three tries; every
 * other test is a function of the project's files and has one.
 */
export default defineConfig({
  test: {
    globalSetup: "test/support/global-setup.ts",
    testTimeout: 300_000,
    hookTimeout: 300_000,
    fileParallelism: false,
    // Concurrent tests each run one compiler: two cores are enough for two.
    maxConcurrency: 2,
    projects: [
      {
        extends: true,
        test: {
          name: "verify",
          include: ["test/verify/**/*.test.ts"],
          exclude: ["test/verify/process/**"],
        },
      },
      {
        extends: true,
        test: {
          name: "process",
          include: ["test/verify/process/**/*.test.ts"],
          retry: 2,
        },
      },
    ],
  },
});
