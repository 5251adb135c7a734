import { setTimeout as pause } from "node:timers/promises";
import type { Handler } from "../out/everything/server.js";

export const testReconnection: Handler<"test_reconnection"> = async (
  _input,
  context,
) => {
  context.releaseConnection(500);
  await pause(100);
  return "Reconnected";
};
