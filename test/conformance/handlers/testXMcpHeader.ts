import type { Handler } from "../out/everything/server.js";

export const testXMcpHeader: Handler<"test_x_mcp_header"> = async ({
  region,
  level,
}) => `region ${region ?? "unknown"}, level ${level ?? "unknown"}`;
