import { camelCase } from "../../src/generator/names.js";
import { emittedFiles } from "../../test/support/bundle-emitted.js";
import { emitRuntime, emitValue } from "../../test/support/emitted.js";
import { type Bundle, bundleApp } from "./bundle.js";
import { type Scope, toolNames, weatherManifest } from "./manifests.js";

/** What a user has around the emitted code. */
export type OurApp = {
  readonly scope: Scope;
  readonly side: Side;
  readonly over: Over;
  /** How many tools the manifest has and the app uses; 1 unless given. */
  readonly tools?: number;
};

/** A client calls tools by their descriptors, which leaves the others out of the bundle; a facade has all. */
export type Side = "client" | "facade" | "server";
export type Over = "stdio" | "node http" | "fetch";

/** Emits what the app's manifest asks for, and bundles the app with it. */
export async function bundleOurs(app: OurApp): Promise<Bundle> {
  const { scope, side, over, tools = 1 } = app;
  const transport = over === "stdio" ? "stdio" : "http";
  const emitted = await emitValue(weatherManifest(scope, transport, tools));
  if (emitted.record === undefined)
    throw new Error(JSON.stringify(emitted.diagnostics));
  const files = [...emitted.files, ...(await emitRuntime([emitted]))];
  const text = texts[side](over, toolNames.slice(0, tools));
  return bundleApp(text, "/", [emittedFiles(files)]);
}

const texts: {
  readonly [S in Side]: (over: Over, tools: readonly string[]) => string;
} = { client, facade, server };

/** How a client reaches the server. */
const reaching: { readonly [O in Over]: readonly [string, string] } = {
  stdio: [
    `import { stdio } from "./out/runtime/stdio-client.js";`,
    `stdio({ command: "node", args: ["server.js"] })`,
  ],
  "node http": [
    `import { nodeHttp } from "./out/runtime/node-http-client.js";`,
    `nodeHttp("http://127.0.0.1:3000/")`,
  ],
  fetch: [
    `import { http } from "./out/runtime/http-client.js";`,
    `http("http://127.0.0.1:3000/")`,
  ],
};

function client(over: Over, tools: readonly string[]): string {
  const [transportImport, transport] = reaching[over];
  const names = tools.map(camelCase);
  return `
    import { call, connect } from "./out/runtime/client.js";
    ${transportImport}
    import { ${names.join(", ")} } from "./out/weather/descriptors.js";
    import { features } from "./out/weather/features.js";
    const client = await connect(${transport}, { features });
    ${names.map((name) => `console.log(await call(client, ${name}, { location: "Oslo" }));`).join("\n")}`;
}

function facade(over: Over): string {
  const [transportImport, transport] = reaching[over];
  return `
    ${transportImport}
    import { connectWeather } from "./out/weather/client.js";
    const weather = await connectWeather(${transport});
    console.log(await weather.tools.weatherCurrent({ location: "Oslo" }));`;
}

/** How a server is reached. */
const serving: { readonly [O in Over]: readonly [string, string] } = {
  stdio: [
    `import { serveStdio } from "./out/runtime/stdio-server.js";`,
    `await serveStdio(server);`,
  ],
  "node http": [
    `import { createServer } from "node:http";
    import { httpHandler } from "./out/runtime/node-http-server.js";`,
    `createServer(httpHandler(server)).listen(3000);`,
  ],
  fetch: [
    `import { withFetch } from "./out/runtime/fetch-server.js";`,
    `export default withFetch(server);`,
  ],
};

function server(over: Over, tools: readonly string[]): string {
  const [transportImport, serve] = serving[over];
  return `
    import { createWeatherServer } from "./out/weather/server.js";
    ${transportImport}
    const answer = async () => ({});
    const tools = { ${tools.map((name) => `${name}: answer`).join(", ")} };
    const prompts = { forecast: answer };
    const resources = { stations: answer };
    const resourceTemplates = { station: answer };
    const handlers = { tools, prompts, resources, resourceTemplates };
    const server = createWeatherServer({ handlers });
    ${serve}`;
}
