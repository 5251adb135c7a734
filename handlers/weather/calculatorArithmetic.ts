import { Parser } from "expr-eval-fork";
import { ToolError, type Handler } from "../../out/weather/server.js";

const parser = new Parser({
  operators: { assignment: false, fndef: false },
});

export const calculatorArithmetic: Handler<"calculator_arithmetic"> = async ({
  expression,
}) => {
  try {
    return String(parser.evaluate(expression));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ToolError(`cannot evaluate ${expression}: ${reason}`);
  }
};
