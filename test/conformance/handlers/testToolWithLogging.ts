import type { Handler } from "../out/everything/server.js";
import { setTimeout as pause } from "node:timers/promises";

export const testToolWithLogging: Handler<"test_tool_with_logging"> = async (
  _input,
  context,
) => {
  context.log("info", "Tool execution started");
  await pause(50);
  context.log("info", "Tool processing data");
  await pause(50);
  context.log("info", "Tool execution completed");
  return "Logged three times";
};
