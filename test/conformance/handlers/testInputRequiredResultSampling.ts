import type { Handler } from "../out/everything/server.js";
import { spoken } from "./spoken.js";

export const testInputRequiredResultSampling: Handler<
  "test_input_required_result_sampling"
> = async (_input, context) => {
  const answer = await context.sample("capital_question", {
    messages: [
      {
        role: "user",
        content: { type: "text", text: "What is the capital of France?" },
      },
    ],
    maxTokens: 100,
  });
  return spoken(answer);
};
