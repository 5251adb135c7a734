import type { Handler } from "../out/everything/server.js";
import { spoken } from "./spoken.js";

export const testSampling: Handler<"test_sampling"> = async (
  { prompt },
  context,
) => {
  const answer = await context.sample("answer", {
    messages: [{ role: "user", content: { type: "text", text: prompt } }],
    maxTokens: 100,
  });
  return `LLM response: ${spoken(answer)}`;
};
