import type { Handler } from "../../out/version-modern/server.js";

export const ping: Handler<"ping"> = async (_input, _context) => {
  throw new Error("ping is not implemented yet");
};
