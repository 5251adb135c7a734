import type { Handler } from "../out/everything/server.js";
import { nameIn } from "./outcome.js";
import { spoken } from "./spoken.js";

export const testInputRequiredResultMultipleInputs: Handler<
  "test_input_required_result_multiple_inputs"
> = async (_input, context) => {
  const [user, greeting, roots] = await Promise.all([
    context.elicit("user_name", "name"),
    context.sample("greeting", {
      messages: [
        {
          role: "user",
          content: { type: "text", text: "Generate a greeting" },
        },
      ],
      maxTokens: 50,
    }),
    context.roots("client_roots"),
  ]);
  return `${spoken(greeting)}, ${nameIn(user)} of ${roots.length} roots`;
};
