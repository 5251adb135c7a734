import type { Handler } from "../../out/names-reserved/server.js";

export const catch_: Handler<"catch"> = async (_input, _context) => {
  throw new Error("catch is not implemented yet");
};
