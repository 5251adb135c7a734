import type { PromptHandler } from "../../out/everything/server.js";
import { image } from "../media.js";

export const testPromptWithImage: PromptHandler<
  "test_prompt_with_image"
> = async () => ({
  messages: [
    { role: "user", content: image },
    {
      role: "user",
      content: { type: "text", text: "Please analyze the image above." },
    },
  ],
});
