import type { ResourceHandler } from "../../out/everything/server.js";
import { png } from "../media.js";

export const staticBinary: ResourceHandler<"static-binary"> = async () =>
  png(Uint8Array.of(0, 0, 0xff));
