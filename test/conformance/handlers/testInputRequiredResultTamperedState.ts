import type { Handler } from "../out/everything/server.js";
import { outcome } from "./outcome.js";

export const testInputRequiredResultTamperedState: Handler<
  "test_input_required_result_tampered_state"
> = async (_input, context) => {
  const answer = await context.elicit("confirm", "confirmation");
  return outcome(answer);
};
