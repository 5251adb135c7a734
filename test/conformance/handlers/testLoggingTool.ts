import type { Handler } from "../out/everything/server.js";

export const testLoggingTool: Handler<"test_logging_tool"> = async (
  _input,
  context,
) => {
  context.log("info", "Logged once");
  return "Logged once";
};
