import type { ResourceHandler } from "../../out/everything/server.js";

export const staticText: ResourceHandler<"static-text"> = async () =>
  "This is the content of the static text resource.";
