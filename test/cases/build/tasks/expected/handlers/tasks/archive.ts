import type { Handler } from "../../out/tasks/server.js";

export const archive: Handler<"archive"> = async (_input, _context) => {
  throw new Error("archive is not implemented yet");
};
