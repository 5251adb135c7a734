import { it } from "vitest";
import { checkHandlerFiles } from "../support/handler-properties.js";

it("keeps what is the user's in 2,000 handler files", async () => {
  await checkHandlerFiles(2_000);
});
