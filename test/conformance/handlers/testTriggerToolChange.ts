import type { Handler } from "../out/everything/server.js";

export const testTriggerToolChange: Handler<
  "test_trigger_tool_change"
> = async (_input, context) => {
  context.changed("tools");
  return "Announced";
};
