import type { Handler } from "../out/everything/server.js";
import { outcome } from "./outcome.js";

export const testElicitationSep1330Enums: Handler<
  "test_elicitation_sep1330_enums"
> = async (_input, context) => {
  const answer = await context.elicit("form", "choices");
  return `Elicitation completed: ${outcome(answer)}`;
};
