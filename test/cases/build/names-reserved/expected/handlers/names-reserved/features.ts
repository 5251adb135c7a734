import type { Handler } from "../../out/names-reserved/server.js";

export const features: Handler<"features"> = async (_input, _context) => {
  throw new Error("features is not implemented yet");
};
