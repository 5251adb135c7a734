import type { Handler } from "../../out/names-quoted/server.js";

export const größe: Handler<"größe"> = async (_input, _context) => {
  throw new Error("größe is not implemented yet");
};
