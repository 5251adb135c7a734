import { expect, onTestFinished } from "vitest";
import type { ConnectOptions } from "../../src/runtime/client-options.js";
import type { StdioOptions } from "../../src/runtime/stdio-client.js";
import { answers, done, line, replying, type Said } from "./peers.js";
import type { Desk, DeskClient, WireReport } from "./world.js";

/** A client of a server that says what is written down; ended with the test. */
async function connected(
  desk: Desk,
  replies: { readonly [method: string]: readonly Said[] },
  options: ConnectOptions = {},
  stdio: Partial<StdioOptions> = {},
): Promise<{ client: DeskClient; warnings: readonly string[] }> {
  const warnings: string[] = [];
  const transport = replying(desk, replies, stdio);
  const client = await desk.connectDesk(transport, {
    onWarning: (text) => void warnings.push(text),
    ...options,
  });
  onTestFinished(() => client.close());
  return { client, warnings };
}

const say = (text: string): Said => ({ text });
const call = { "tools/call": [answers(done)] };
const legacy = { versions: ["2025-06-18"] };
const KiB = 1024;
const MiB = 1024 * KiB;

export const stdioReports: readonly WireReport[] = [
  {
    name: "lines that are no JSON are told of, and the connection lives on",
    source: "microsoft/azure-devops-mcp#147",
    async check(desk) {
      const serverInfo = { name: "n", version: "1" };
      const opened = answers({
        protocolVersion: "$version",
        capabilities: {},
        serverInfo,
      });
      const { client, warnings } = await connected(
        desk,
        {
          "": [say("Starting up …\n\n")],
          initialize: [
            say(opened.text.replace("\n", "\r\n")),
            say("[info] listening\n"),
          ],
          ...call,
        },
        legacy,
      );
      expect(client.server.info).toEqual(serverInfo);
      expect(await client.tools.echo({})).toEqual(done.content);
      expect(warnings).toEqual([
        expect.stringContaining("Starting up …"),
        expect.stringContaining("[info] listening"),
      ]);
    },
  },
  {
    name: "JSON that is no message is noise",
    source: "editor-code-assistant/eca#298",
    async check(desk) {
      const noise = ["null", "42", '"text"', "[]", '{"level":"info"}'];
      const { client, warnings } = await connected(
        desk,
        { "": noise.map((text) => say(`${text}\n`)), ...call },
        legacy,
      );
      expect(await client.tools.echo({})).toEqual(done.content);
      for (const [index, text] of noise.entries())
        expect(warnings[index]).toContain(text);
      expect(warnings).toHaveLength(noise.length);
    },
  },
  {
    name: "a line without an end is dropped at the limit",
    source: "modelcontextprotocol/typescript-sdk#2245",
    async check(desk) {
      const flood = { text: "x".repeat(64 * KiB), times: 1024 };
      const { client, warnings } = await connected(
        desk,
        { "tools/call": [flood, say("x\n"), answers(done)] },
        legacy,
      );
      expect(await client.tools.echo({})).toEqual(done.content);
      expect(warnings).toEqual([expect.stringContaining(String(64 * MiB))]);
    },
  },
  {
    name: "long lines are carried whole, both ways",
    source: "TokenRhythm/opensquilla#953",
    async check({ connectDesk, stdio, program }) {
      const client = await connectDesk(
        stdio({ command: process.execPath, args: [program] }),
      );
      onTestFinished(() => client.close());
      for (const length of [65_535, 65_536, 65_537, MiB, 2 * MiB, 8 * MiB]) {
        const input = { text: "x".repeat(length - 12) };
        const { text } = (await client.tools.echo(input)) as { text: string };
        expect(text.length).toBe(length - 12 + '{"text":""}'.length);
        expect(text).toBe(JSON.stringify(input));
      }
    },
  },
  {
    name: "a mebibyte of stderr before the first answer is no failure",
    source: "mark3labs/mcp-go#956",
    async check(desk) {
      let size = 0;
      let whole: () => void;
      const drained = new Promise<void>((resolve) => (whole = resolve));
      const onStderr = (text: string): void => {
        size += text.length;
        if (size === MiB) whole();
      };
      const mebibyte = { text: "e".repeat(KiB), times: KiB, stream: "stderr" };
      const { client, warnings } = await connected(
        desk,
        { "": [mebibyte as Said], ...call },
        legacy,
        { onStderr },
      );
      expect(await client.tools.echo({})).toEqual(done.content);
      await drained;
      expect(warnings).toEqual([]);
    },
  },
  {
    name: "a server that fills stderr at the probe is spoken to as it likes",
    source: "activeing123/mcptoon#19",
    async check(desk) {
      const text = "e".repeat(KiB);
      const much = { text, times: 256, stream: "stderr" } as const;
      const { client } = await connected(
        desk,
        { "server/discover": [much], ...call },
        { probeTimeoutMs: 50 },
      );
      expect(client.server.era).toBe("legacy");
      expect(await client.tools.echo({})).toEqual(done.content);
    },
  },
  {
    name: "whatever else a probe brings, initialize follows on the same process",
    source: "modelcontextprotocol/go-sdk#1014",
    async check(desk) {
      const refusal = (code: number): Said =>
        line({ id: "$id", error: { code, message: "what?" } });
      for (const probed of [
        [refusal(-32601)],
        [refusal(-32602)],
        [refusal(-32000)],
        [answers({})],
        [],
        [say("no such command\n")],
      ]) {
        const { client, warnings } = await connected(
          desk,
          {
            "": [say("started\n")],
            "server/discover": probed,
            // The late answer to the probe, whose id is the first.
            "tools/call": [line({ id: 1, result: {} }), answers(done)],
          },
          { probeTimeoutMs: 50 },
        );
        expect(client.server.era).toBe("legacy");
        expect(await client.tools.echo({})).toEqual(done.content);
        const starts = warnings.filter((text) => text.includes("started"));
        expect(starts).toHaveLength(1);
      }
    },
  },
];
