import type { Handler } from "../../out/calendar/server.js";

export const listEvents: Handler<"list_events"> = async ({ day }) => ({
  events: [{ title: `Review of ${day}`, with: "ada@example.com" }],
});
