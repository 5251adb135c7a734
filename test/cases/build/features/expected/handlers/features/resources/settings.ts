import type { ResourceHandler } from "../../../out/features/server.js";

export const settings: ResourceHandler<"settings"> = async (
  _input,
  _context,
) => {
  throw new Error("settings is not implemented yet");
};
