import type { Handler } from "../out/everything/server.js";

export const testEmbeddedResource: Handler<
  "test_embedded_resource"
> = async () => [
  {
    type: "resource",
    resource: {
      uri: "test://embedded-resource",
      mimeType: "text/plain",
      text: "This is an embedded resource content.",
    },
  },
];
