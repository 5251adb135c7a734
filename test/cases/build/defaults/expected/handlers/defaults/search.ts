import type { Handler } from "../../out/defaults/server.js";

export const search: Handler<"search"> = async (_input, _context) => {
  throw new Error("search is not implemented yet");
};
