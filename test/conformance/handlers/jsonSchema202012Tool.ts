import type { Handler } from "../out/everything/server.js";

export const jsonSchema202012Tool: Handler<
  "json_schema_2020_12_tool"
> = async () => "The arguments are valid";
