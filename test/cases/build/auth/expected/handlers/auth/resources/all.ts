import type { ResourceHandler } from "../../../out/auth/server.js";

export const all: ResourceHandler<"all"> = async (_input, _context) => {
  throw new Error("all is not implemented yet");
};
