import type { Handler } from "../../out/formats/server.js";

export const remind: Handler<"remind"> = async (_input, _context) => {
  throw new Error("remind is not implemented yet");
};
