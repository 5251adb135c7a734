import type { Handler } from "../../out/output/server.js";

export const content: Handler<"content"> = async (_input, _context) => {
  throw new Error("content is not implemented yet");
};
