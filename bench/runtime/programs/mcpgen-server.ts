import { createBenchServer } from "emitted/server.js";
import { serveHttp } from "../../../src/runtime/node-http-server.js";
import { serveStdio } from "../../../src/runtime/stdio-server.js";
import { furtherAnswer, furtherTools } from "../tools.js";
import { answers } from "./answers.js";
import { serverArguments } from "./arguments.js";
import { tellUrl } from "./listen.js";

/* The emitted server, both eras and every feature but tasks compiled in. */

const { transport, tools: count } = serverArguments();
const tools: { [name: string]: (input: never) => unknown } = { ...answers };
for (const { name } of furtherTools(count)) tools[name] = () => furtherAnswer;
const server = createBenchServer({ handlers: { tools }, app: undefined });
if (transport === "http") {
  const { url } = await serveHttp(server, { port: 0, maxBodyBytes: 2 ** 24 });
  tellUrl(url);
} else {
  await serveStdio(server);
  process.exit();
}
