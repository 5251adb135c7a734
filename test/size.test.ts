import { gzipSync } from "node:zlib";
import { dirname, join, posix } from "node:path";
import { build, type Plugin } from "esbuild";
import { beforeAll, expect, test } from "vitest";
import { emitRuntime, emitValue } from "./support/emitted.js";

/** Fifty tools, each with a word in its schema that is in no other. */
const words = Array.from({ length: 50 }, (_, index) => `word${index}x`);
const manifest = {
  server: { name: "many", version: "1.0.0" },
  emit: ["client"],
  tools: words.map((word) => ({
    name: `tool_${word}`,
    description: `Describes ${word}. @license ${word}`,
    inputSchema: {
      type: "object",
      properties: { [word]: { type: "string", pattern: `^${word}$` } },
      required: [word],
    },
  })),
};

let texts: ReadonlyMap<string, string> = new Map();

beforeAll(async () => {
  const server = await emitValue(manifest);
  const files = [...server.files, ...(await emitRuntime([server]))];
  texts = new Map(files.map(({ path, text }) => [`/${path}`, text]));
});

/** Serves the emitted files to the bundler as if they were on disk. */
const inMemory: Plugin = {
  name: "in-memory",
  setup(bundler) {
    bundler.onResolve({ filter: /^\./ }, ({ path, importer }) => ({
      path: posix.join(dirname(importer), path).replace(/\.js$/, ".ts"),
      namespace: "emitted",
    }));
    bundler.onLoad({ filter: /.*/, namespace: "emitted" }, ({ path }) => {
      const contents = texts.get(path);
      return contents === undefined
        ? { errors: [{ text: `there is no ${path}` }] }
        : { contents, loader: "ts" };
    });
  },
};

async function bundle(app: string, platform: "browser" | "neutral") {
  const { outputFiles } = await build({
    stdin: { contents: app, loader: "ts", sourcefile: join("/", "app.ts") },
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    target: "es2022",
    platform,
    external: ["node:*"],
    plugins: [inMemory],
    logLevel: "silent",
  });
  const text = outputFiles[0]!.text;
  return { text, gzip: gzipSync(text, { level: 9 }).length };
}

const wordsIn = (text: string): readonly string[] =>
  words.filter((word) => text.includes(word));

const oneTool = `
import { call, connect } from "./out/runtime/client.js";
import { http } from "./out/runtime/http-client.js";
import { toolWord7x } from "./out/many/descriptors.js";
import { features } from "./out/many/features.js";
const client = await connect(http("https://example.com/mcp"), { features });
console.log(await call(client, toolWord7x, { word7x: "word7x" }));
`;

const facade = `
import { http } from "./out/runtime/http-client.js";
import { connectMany } from "./out/many/client.js";
const client = await connectMany(http("https://example.com/mcp"));
console.log(client.tools);
`;

test.each(["browser", "neutral"] as const)(
  "an app that uses one tool of fifty carries that tool alone (%s)",
  async (platform) => {
    const { text, gzip } = await bundle(oneTool, platform);
    console.info(`one tool, ${platform}: ${gzip} bytes gzipped`);
    expect(wordsIn(text)).toEqual(["word7x"]);
    expect(text).not.toContain("node:");
    expect(gzip).toBeLessThan(25_000);
  },
);

test("the facade carries every tool", async () => {
  const { text, gzip } = await bundle(facade, "browser");
  console.info(`fifty tools with the facade: ${gzip} bytes gzipped`);
  expect(wordsIn(text)).toEqual(words);
  expect(gzip).toBeLessThan(35_000);
});
