import type { Handler } from "../../out/names-long/server.js";

export const toolWithANameOfMiddleLengthHere: Handler<
  "tool_with_a_name_of_middle_length_here"
> = async (_input, _context) => {
  throw new Error(
    "tool_with_a_name_of_middle_length_here is not implemented yet",
  );
};
