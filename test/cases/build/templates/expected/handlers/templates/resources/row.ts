import type { ResourceHandler } from "../../../out/templates/server.js";

export const row: ResourceHandler<"row"> = async (_input, _context) => {
  throw new Error("row is not implemented yet");
};
