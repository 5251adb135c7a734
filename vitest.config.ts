import { defineConfig } from "vitest/config";

/** What `npm test` runs: everything but the long legs. */
export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    exclude: ["test/verify/**", "test/cases/**", "node_modules/**"],
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
