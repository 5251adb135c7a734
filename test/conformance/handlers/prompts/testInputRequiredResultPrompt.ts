import type { PromptHandler } from "../../out/everything/server.js";
import { outcome } from "../outcome.js";

export const testInputRequiredResultPrompt: PromptHandler<
  "test_input_required_result_prompt"
> = async (_input, context) => {
  const answer = await context.elicit("user_context", "promptContext");
  return `Context: ${outcome(answer)}`;
};
