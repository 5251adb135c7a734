import type { PromptHandler } from "../../out/everything/server.js";

export const testPromptWithEmbeddedResource: PromptHandler<
  "test_prompt_with_embedded_resource"
> = async ({ resourceUri }) => ({
  messages: [
    {
      role: "user",
      content: {
        type: "resource",
        resource: {
          uri: resourceUri,
          mimeType: "text/plain",
          text: "Embedded resource content for testing.",
        },
      },
    },
    {
      role: "user",
      content: {
        type: "text",
        text: "Please process the embedded resource above.",
      },
    },
  ],
});
