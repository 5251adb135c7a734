import type { ResourceHandler } from "../../out/everything/server.js";

export const watchedResource: ResourceHandler<"watched-resource"> = async () =>
  "This resource may be followed.";
