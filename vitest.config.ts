import { defineConfig } from "vitest/config";

/** What `npm test` runs: everything but the long legs. */
export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: "test/support/global-setup.ts",
    exclude: ["test/verify/**", "test/cases/**", "node_modules/**"],
    // One file at a time would be the default on two cores.
    maxWorkers: "100%",
    // Only for what hangs: a busy machine takes several times as long as an idle one.
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
});
