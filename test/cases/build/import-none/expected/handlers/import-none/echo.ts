import type { Handler } from "../../out/import-none/server";

export const echo: Handler<"echo"> = async (_input, _context) => {
  throw new Error("echo is not implemented yet");
};
