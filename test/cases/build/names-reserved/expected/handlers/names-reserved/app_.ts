import type { Handler } from "../../out/names-reserved/server.js";

export const app: Handler<"app"> = async (_input, _context) => {
  throw new Error("app is not implemented yet");
};
