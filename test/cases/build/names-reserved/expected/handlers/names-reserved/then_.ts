import type { Handler } from "../../out/names-reserved/server.js";

export const then_: Handler<"then"> = async (_input, _context) => {
  throw new Error("then is not implemented yet");
};
