import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import type { Bundle } from "../bench/size/bundle.js";
import {
  entries,
  furtherToolGoals,
  weighFurtherTool,
} from "../bench/size/goals.js";
import { bundleOurs } from "../bench/size/ours.js";
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

async function bundle(
  app: string,
  platform: "browser" | "neutral",
  emitted = files,
) {
  const text = await bundleEmitted(emitted, app, platform);
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

const withOAuth = oneTool.replace("{ features }", "{ features, auth }").replace(
  "const client",
  `import { authorizationCode, oauth } from "./out/runtime/oauth.js";
const authorize = async (url) => url;
const auth = oauth({ grant: authorizationCode({ redirectUri: "http://127.0.0.1/", authorize }) });
const client`,
);

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

test("only an app that passes oauth carries it", async () => {
  const server = await emitValue({ ...manifest, auth: "oauth" });
  const emitted = [...server.files, ...(await emitRuntime([server]))];
  const without = await bundle(oneTool, "browser", emitted);
  expect(without.text).not.toMatch(/oauth|code_verifier|dpop_signing/);
  const { text, gzip } = await bundle(withOAuth, "browser", emitted);
  const more = gzip - without.gzip;
  console.info(`the code flow of OAuth: ${more} bytes gzipped more`);
  expect(text).toContain("code_verifier");
  // Other grants, proofs, and what needs Node are in no bundle that does not name them.
  expect(text).not.toMatch(/node:|dpop\+jwt|client_credentials|jwt-bearer/);
  expect(more).toBeLessThan(9_000);
});

test("the facade carries every tool", async () => {
  const { text, gzip } = await bundle(facade, "browser");
  console.info(`fifty tools with the facade: ${gzip} bytes gzipped`);
  expect(wordsIn(text)).toEqual(words);
  expect(gzip).toBeLessThan(35_000);
});

/**
 * The most that each may weigh, in bytes gzipped, with 100 to spare at most: what
 * `npm run bench:size` prints. A goal that is reached is the limit.
 */
const limits = new Map([
  ["core stdio client", 7_300], // goal 4,000
  ["core node http client", 9_800], // goal 5,000
  ["core fetch client", 9_600], // goal 5,000
  ["core stdio server", 12_100], // goal 4,000
  ["core node http server", 13_400], // goal 5,000
  ["core fetch server", 13_400], // goal 5,000
  ["full stdio client", 12_000],
  ["full node http client", 15_700], // goal 12,000
  ["full fetch client", 15_500], // goal 12,000
  ["full stdio server", 17_400], // goal 12,000
  ["full node http server", 23_200], // goal 12,000
  ["full fetch server", 23_200], // goal 12,000
]);

/** Words of what a core manifest does not ask for, by the bundle that must not have them. */
const unused: { readonly [title: string]: readonly string[] } = {
  "core stdio client": [
    "resources/subscribe",
    "logging/setLevel",
    "event-stream",
    "node:http",
    "completion/complete",
    "elicitation",
    "sampling",
    "roots",
    "list_changed",
    "WWW-Authenticate",
    "tasks/",
  ],
  "core node http client": [
    "resources/subscribe",
    "logging/setLevel",
    "node:child_process",
    "completion/complete",
    "elicitation",
    "sampling",
    "roots",
    "list_changed",
    "WWW-Authenticate",
  ],
  "core stdio server": [
    "resources/subscribe",
    "logging/setLevel",
    "event-stream",
    "node:http",
    "elicitation",
    "sampling",
    "roots",
    "list_changed",
  ],
  "core node http server": [
    "resources/subscribe",
    "logging/setLevel",
    "last-event-id",
    "elicitation",
    "sampling",
    "roots",
    "list_changed",
  ],
};

describe("clients and servers", () => {
  const bundles = new Map<string, Bundle>();
  beforeAll(async () => {
    for (const { title, app } of entries)
      bundles.set(title, await bundleOurs(app));
  });
  const textOf = (title: string): string => bundles.get(title)?.text ?? "";

  test.each(entries.filter(({ goal }) => goal !== undefined))(
    "a $title weighs what it may",
    ({ title, goal = 0 }) => {
      const limit = Math.max(limits.get(title) ?? 0, goal);
      expect(bundles.get(title)?.gzip).toBeLessThanOrEqual(limit);
    },
  );

  test.each(furtherToolGoals)(
    "a further tool weighs little in a $title",
    async ({ app, goal = 0 }) => {
      expect(await weighFurtherTool(app)).toBeLessThanOrEqual(goal);
    },
  );

  test.each(Object.entries(unused))(
    "a %s carries nothing unused",
    (title, words) => {
      const within = (text: string) =>
        words.filter((word) => text.toLowerCase().includes(word.toLowerCase()));
      expect(within(textOf(title))).toEqual([]);
      // A word that no bundle has would say nothing.
      const full = entries.filter(({ app }) => app.scope === "full");
      const texts = full.map((entry) => textOf(entry.title)).join("\n");
      expect(within(texts)).toEqual(words);
    },
  );
});
