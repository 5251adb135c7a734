import type { Handler } from "../out/everything/server.js";
import { setTimeout as pause } from "node:timers/promises";

export const testToolWithProgress: Handler<"test_tool_with_progress"> = async (
  _input,
  context,
) => {
  for (const progress of [0, 50, 100]) {
    context.progress(progress, 100);
    await pause(50);
  }
  return "Reported progress three times";
};
