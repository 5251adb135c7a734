/**
 * `npm run bench:size`: how many bytes an app carries that connects over HTTP and
 * calls one tool, minified and gzipped, ours beside the official SDKs.
 */
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build, type Plugin } from "esbuild";

const root = fileURLToPath(new URL("../", import.meta.url));

/** What each contender's user would write. */
const apps = {
  "mcpgen, one tool": `
    import { call, connect } from "./out/runtime/client.js";
    import { http } from "./out/runtime/http-client.js";
    import { weatherCurrent } from "./out/weather/descriptors.js";
    import { features } from "./out/weather/features.js";
    const client = await connect(http({ url: "http://127.0.0.1:3000/" }), { features });
    console.log(await call(client, weatherCurrent, { location: "Oslo" }));`,
  "mcpgen, every tool": `
    import { http } from "./out/runtime/http-client.js";
    import { connectWeather } from "./out/weather/client.js";
    const weather = await connectWeather(http({ url: "http://127.0.0.1:3000/" }));
    console.log(await weather.tools.weatherCurrent({ location: "Oslo" }));`,
  "mcpgen, one tool, OAuth": `
    import { call, connect } from "./out/runtime/client.js";
    import { http } from "./out/runtime/http-client.js";
    import { weatherCurrent } from "./out/weather/descriptors.js";
    import { features } from "./out/weather/features.js";
    import { authorizationCode, oauth } from "./out/runtime/oauth.js";
    const redirectUri = "https://app.example/callback";
    const authorize = async (url) => prompt("Open " + url + ", and paste where it leads");
    const auth = oauth({ grant: authorizationCode({ redirectUri, authorize }) });
    const client = await connect(http({ url: "http://127.0.0.1:3000/" }), { features, auth });
    console.log(await call(client, weatherCurrent, { location: "Oslo" }));`,
  "@modelcontextprotocol/sdk": `
    import { Client } from "@modelcontextprotocol/sdk/client/index.js";
    import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
    const client = new Client({ name: "app", version: "1.0.0" });
    await client.connect(new StreamableHTTPClientTransport(new URL("http://127.0.0.1:3000/")));
    console.log(await client.callTool({ name: "weather_current", arguments: { location: "Oslo" } }));`,
  "@modelcontextprotocol/client": `
    import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
    const client = new Client({ name: "app", version: "1.0.0" });
    await client.connect(new StreamableHTTPClientTransport(new URL("http://127.0.0.1:3000/")));
    console.log(await client.callTool({ name: "weather_current", arguments: { location: "Oslo" } }));`,
};

/** The runtime as it is emitted, and also those files of it that the sample does not ask for. */
const wholeRuntime: Plugin = {
  name: "whole-runtime",
  setup(bundler) {
    const filter = /^\.{1,2}\/(?:out\/)?runtime\/([\w-]+)\.js$/;
    bundler.onResolve({ filter }, ({ path }) => ({
      path: `${root}src/runtime/${filter.exec(path)?.[1]}.ts`,
    }));
  },
};

async function bundle(source: string): Promise<Uint8Array> {
  const { outputFiles } = await build({
    stdin: { contents: source, resolveDir: root, loader: "ts" },
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    platform: "node",
    target: "node20",
    plugins: [wholeRuntime],
  });
  return outputFiles[0]?.contents ?? new Uint8Array();
}

let ours = 0;
for (const [name, source] of Object.entries(apps)) {
  const code = await bundle(source);
  const packed = gzipSync(code, { level: 9 }).length;
  ours ||= packed;
  const ratio = (packed / ours).toFixed(2);
  console.log(
    `${name.padEnd(30)} ${String(code.length).padStart(7)} B minified ${String(packed).padStart(7)} B gzip ${ratio.padStart(6)} x`,
  );
}
