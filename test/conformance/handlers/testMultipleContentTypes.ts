import type { Handler } from "../out/everything/server.js";
import { image } from "./media.js";

export const testMultipleContentTypes: Handler<
  "test_multiple_content_types"
> = async () => [
  { type: "text", text: "Multiple content types test:" },
  image,
  {
    type: "resource",
    resource: {
      uri: "test://mixed-content-resource",
      mimeType: "application/json",
      text: JSON.stringify({ test: "data", value: 123 }),
    },
  },
];
