import type { Handler } from "../../out/names-quoted/server.js";

export const siteRestart: Handler<"site.restart"> = async (
  _input,
  _context,
) => {
  throw new Error("site.restart is not implemented yet");
};
