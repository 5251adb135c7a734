import type { Handler } from "../../out/names-colliding/server.js";

export const getUser: Handler<"getUser"> = async (_input, _context) => {
  throw new Error("getUser is not implemented yet");
};
