import type { Handler } from "../../out/names-reserved/server.js";

export const tool: Handler<"Tool"> = async (_input, _context) => {
  throw new Error("Tool is not implemented yet");
};
