import { nameIn } from "./outcome.js";
import type { Handler } from "../out/everything/server.js";

/** Asks while it is a call still, then goes on as a task. */
export const testToolWithTask: Handler<"test_tool_with_task"> = async (
  _input,
  context,
) => {
  const answer = await context.elicit("user_name", "name");
  return context.task(async () => `Hello, ${nameIn(answer)}!`);
};
