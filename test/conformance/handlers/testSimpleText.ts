import type { Handler } from "../out/everything/server.js";

export const testSimpleText: Handler<"test_simple_text"> = async () =>
  "This is a simple text response for testing.";
