import type { Handler } from "../out/everything/server.js";
import { nameIn } from "./outcome.js";

export const testInputRequiredResultElicitation: Handler<
  "test_input_required_result_elicitation"
> = async (_input, context) => {
  const answer = await context.elicit("user_name", "name");
  return `Hello, ${nameIn(answer)}!`;
};
