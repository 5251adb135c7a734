import type { Handler } from "../out/everything/server.js";
import { outcome } from "./outcome.js";

export const testElicitationSep1034Defaults: Handler<
  "test_elicitation_sep1034_defaults"
> = async (_input, context) => {
  const answer = await context.elicit("form", "defaults");
  return `Elicitation completed: ${outcome(answer)}`;
};
