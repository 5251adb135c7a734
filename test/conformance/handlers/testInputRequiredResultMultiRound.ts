import type { Handler } from "../out/everything/server.js";
import { outcome } from "./outcome.js";

export const testInputRequiredResultMultiRound: Handler<
  "test_input_required_result_multi_round"
> = async (_input, context) => {
  const first = await context.elicit("step1", "firstStep");
  const second = await context.elicit("step2", "secondStep");
  return `${outcome(first)}; ${outcome(second)}`;
};
