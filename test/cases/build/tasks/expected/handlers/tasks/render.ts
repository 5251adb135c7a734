import type { Handler } from "../../out/tasks/server.js";

export const render: Handler<"render"> = async (_input, _context) => {
  throw new Error("render is not implemented yet");
};
