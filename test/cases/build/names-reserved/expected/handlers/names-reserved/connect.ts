import type { Handler } from "../../out/names-reserved/server.js";

export const connect: Handler<"connect"> = async (_input, _context) => {
  throw new Error("connect is not implemented yet");
};
