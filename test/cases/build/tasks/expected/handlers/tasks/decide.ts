import type { Handler } from "../../out/tasks/server.js";

export const decide: Handler<"decide"> = async (_input, _context) => {
  throw new Error("decide is not implemented yet");
};
