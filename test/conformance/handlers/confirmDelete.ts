import { outcome } from "./outcome.js";
import type { Handler } from "../out/everything/server.js";

export const confirmDelete: Handler<"confirm_delete"> = async (
  { filename },
  context,
) => {
  const answer = await context.elicit("confirm", {
    message: `Delete ${filename}?`,
    requestedSchema: {
      type: "object",
      properties: { confirm: { type: "boolean" } },
      required: ["confirm"],
    },
  });
  return `${filename}: ${outcome(answer)}`;
};
