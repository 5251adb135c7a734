import type { Handler } from "../../out/names-colliding/server.js";

export const getUser2: Handler<"get-user"> = async (_input, _context) => {
  throw new Error("get-user is not implemented yet");
};
