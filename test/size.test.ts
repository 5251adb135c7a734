import { gzipSync } from "node:zlib";
import { beforeAll, expect, test } from "vitest";
import type { OutputFile } from "../src/generator/output-file.js";
import { bundleEmitted } from "./support/bundle-emitted.js";
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

let files: readonly OutputFile[] = [];

beforeAll(async () => {
  const server = await emitValue(manifest);
  files = [...server.files, ...(await emitRuntime([server]))];
});

async function bundle(app: string, platform: "browser" | "neutral") {
  const text = await bundleEmitted(files, app, platform);
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
