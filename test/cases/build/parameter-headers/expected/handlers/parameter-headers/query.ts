import type { Handler } from "../../out/parameter-headers/server.js";

export const query: Handler<"query"> = async (_input, _context) => {
  throw new Error("query is not implemented yet");
};
