import type { Handler } from "../../out/names-long/server.js";

export const middleLength: Handler<"middle_length"> = async (
  _input,
  _context,
) => {
  throw new Error("middle_length is not implemented yet");
};
