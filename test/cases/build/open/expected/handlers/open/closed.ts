import type { Handler } from "../../out/open/server.js";

export const closed: Handler<"closed"> = async (_input, _context) => {
  throw new Error("closed is not implemented yet");
};
