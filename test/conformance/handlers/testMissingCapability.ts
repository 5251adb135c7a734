import type { Handler } from "../out/everything/server.js";
import { spoken } from "./spoken.js";

export const testMissingCapability: Handler<"test_missing_capability"> = async (
  _input,
  context,
) => {
  const answer = await context.sample("answer", {
    messages: [{ role: "user", content: { type: "text", text: "Hello" } }],
    maxTokens: 100,
  });
  return spoken(answer);
};
