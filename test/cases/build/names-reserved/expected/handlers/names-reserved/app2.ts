import type { Handler } from "../../out/names-reserved/server.js";

export const app2: Handler<"App"> = async (_input, _context) => {
  throw new Error("App is not implemented yet");
};
