import type { Handler } from "../../out/names-reserved/server.js";

export const createApp: Handler<"createApp"> = async (_input, _context) => {
  throw new Error("createApp is not implemented yet");
};
