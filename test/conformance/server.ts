/** The program of the everything server: `node server.mjs --http 127.0.0.1:3000`. */
import { createApp } from "./handlers/app.js";
import { handlers } from "./out/everything/handlers.js";
import { createEverythingServer } from "./out/everything/server.js";
import { serveHttp } from "./out/runtime/node-http-server.js";
import { serve } from "./out/runtime/node-main.js";

const app = await createApp();
const server = createEverythingServer({ handlers, app });
app.server = server;
await serve(server, process.argv.slice(2), { serveHttp });
