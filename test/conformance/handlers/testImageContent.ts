import type { Handler } from "../out/everything/server.js";
import { image } from "./media.js";

export const testImageContent: Handler<"test_image_content"> = async () => [
  image,
];
