import { ToolError, type Handler } from "../out/everything/server.js";

export const failingJob: Handler<"failing_job"> = async () => {
  throw new ToolError("This job always fails");
};
