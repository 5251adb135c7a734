import type { Handler } from "../out/everything/server.js";

export const testInputRequiredResultCapabilities: Handler<
  "test_input_required_result_capabilities"
> = async (_input, context) => {
  const { elicitation, sampling } = context.client.capabilities;
  const questions: Promise<unknown>[] = [];
  if (elicitation !== undefined)
    questions.push(context.elicit("user_name", "name"));
  if (sampling !== undefined)
    questions.push(
      context.sample("greeting", {
        messages: [
          { role: "user", content: { type: "text", text: "Say hello" } },
        ],
        maxTokens: 50,
      }),
    );
  return JSON.stringify(await Promise.all(questions));
};
