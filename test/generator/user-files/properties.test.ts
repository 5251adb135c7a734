import { it } from "vitest";
import { checkHandlerFiles } from "../../support/handler-properties.js";

it("keeps what is the user's in files of any shape", async () => {
  await checkHandlerFiles(100);
});
