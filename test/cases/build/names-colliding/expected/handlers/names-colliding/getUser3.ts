import type { Handler } from "../../out/names-colliding/server.js";

export const getUser3: Handler<"get_user"> = async (_input, _context) => {
  throw new Error("get_user is not implemented yet");
};
