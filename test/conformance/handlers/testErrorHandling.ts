import { ToolError, type Handler } from "../out/everything/server.js";

export const testErrorHandling: Handler<"test_error_handling"> = async () => {
  throw new ToolError("This tool intentionally returns an error for testing");
};
