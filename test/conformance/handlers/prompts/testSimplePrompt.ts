import type { PromptHandler } from "../../out/everything/server.js";

export const testSimplePrompt: PromptHandler<"test_simple_prompt"> = async () =>
  "This is a simple prompt for testing.";
