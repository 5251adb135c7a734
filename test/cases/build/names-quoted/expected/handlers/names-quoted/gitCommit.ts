import type { Handler } from "../../out/names-quoted/server.js";

export const gitCommit: Handler<"git/commit"> = async (_input, _context) => {
  throw new Error("git/commit is not implemented yet");
};
