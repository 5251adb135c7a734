import { connectBench } from "emitted/client.js";
import { nodeHttp } from "../../../src/runtime/node-http-client.js";
import { stdio } from "../../../src/runtime/stdio-client.js";
import { type Open, textOf, versionOf } from "./session.js";

/* The emitted client, both eras and every feature but tasks compiled in. */

export const open: Open = async (target, era) => {
  const transport =
    target.kind === "stdio"
      ? stdio({ command: process.execPath, args: target.args })
      : nodeHttp({ url: target.url });
  const client = await connectBench(
    transport,
    era === "auto" ? {} : { versions: [versionOf[era]] },
  );
  const { tools } = client;
  return {
    call: async (tool, input) => textOf({ content: await tools[tool](input) }),
    list: async () => {
      let count = 0;
      for await (const tool of client.listTools())
        if (tool !== undefined) count++;
      return count;
    },
    close: async () => client.close(),
  };
};
