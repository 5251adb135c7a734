import type { Handler } from "../out/everything/server.js";

export const testInputRequiredResultRequestState: Handler<
  "test_input_required_result_request_state"
> = async (_input, context) => {
  const state = await context.step("state", () => "state-ok");
  await context.elicit("confirm", "confirmation");
  return state;
};
