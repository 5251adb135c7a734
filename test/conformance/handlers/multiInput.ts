import { nameIn } from "./outcome.js";
import type { Handler } from "../out/everything/server.js";

export const multiInput: Handler<"multi_input"> = async (_input, context) => {
  const names = await Promise.all([
    context.elicit("first", "name"),
    context.elicit("second", "name"),
  ]);
  return names.map(nameIn).join(" and ");
};
