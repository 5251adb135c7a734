import type { Handler } from "../out/everything/server.js";

export const testStreamingElicitation: Handler<
  "test_streaming_elicitation"
> = async () => "Nothing had to be asked";
