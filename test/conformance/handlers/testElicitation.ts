import type { Handler } from "../out/everything/server.js";
import { outcome } from "./outcome.js";

export const testElicitation: Handler<"test_elicitation"> = async (
  { message },
  context,
) => {
  const answer = await context.elicit("user", {
    message,
    requestedSchema: {
      type: "object",
      properties: {
        username: { type: "string", description: "User's response" },
        email: { type: "string", description: "User's email address" },
      },
      required: ["username", "email"],
    },
  });
  return `User response: ${outcome(answer)}`;
};
