import type { Handler } from "../out/everything/server.js";

export const testTriggerPromptChange: Handler<
  "test_trigger_prompt_change"
> = async (_input, context) => {
  context.changed("prompts");
  return "Announced";
};
