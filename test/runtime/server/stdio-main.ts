import { serveHttp } from "../../../src/runtime/node-http-server.js";
import { serve } from "../../../src/runtime/node-main.js";
import { serveStdio } from "../../../src/runtime/stdio-server.js";
import { makeServer } from "./fixture.js";

/** A server as a program, for the tests: what `act` does depends on its argument. */
const server = makeServer({
  onWarning: (message) => process.stderr.write(`${message}\n`),
  tools: {
    async act({ what }, context) {
      if (what === "long") return "x".repeat(8 * 1024 * 1024);
      if (what === "forever") await new Promise(() => undefined);
      if (what === "slow") {
        process.stderr.write("started\n");
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      context.log("info", what);
      return what;
    },
  },
});
// What user code may leave running must not keep the process alive.
setInterval(() => undefined, 1000);
await serve(server, process.argv.slice(2), { serveStdio, serveHttp });
