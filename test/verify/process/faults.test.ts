import { connect as connectSocket } from "node:net";
import {
  afterAll,
  beforeAll,
  describe,
  expect,
  it,
  onTestFinished,
} from "vitest";
import { openProxy } from "../../faults/proxy.js";
import { connect, eras, listen, MiB, newest } from "../../faults/serving.js";
import { openStrain, type Strain } from "../../faults/strain.js";
import { openTemporary } from "../../support/temporary.js";

/** What becomes of calls when processes, connections and readers fail. */
let strain: Strain;
let remove = async (): Promise<void> => {};

beforeAll(async () => {
  const folder = await openTemporary("faults");
  remove = folder.remove;
  strain = await openStrain(folder.path);
});

afterAll(async () => remove());

describe("a server that is killed in the middle of a call", () => {
  it.each(eras)(
    "ends the call over stdio in the %s era, and says by what",
    async (era) => {
      const client = await strain.connectStrain(
        strain.stdio({ command: process.execPath, args: [strain.program] }),
        { versions: [newest[era]] },
      );
      onTestFinished(() => client.close());
      const { text } = await client.tools.process({});
      const onProgress = () => process.kill(Number(text), "SIGKILL");
      await expect(client.tools.hold({}, { onProgress })).rejects.toMatchObject(
        {
          reason: "closed",
          message: expect.stringContaining("SIGKILL") as string,
        },
      );
      const next = client.tools.process({});
      // A session has died with its server; without one there is nothing to lose.
      if (era === "legacy")
        await expect(next).rejects.toMatchObject({ reason: "closed" });
      else expect((await next).text).not.toBe(text);
    },
  );

  it.each(eras)(
    "ends the call over HTTP in the %s era; the next finds the server that took its place",
    async (era) => {
      const { url, child, exited } = await listen(strain);
      const client = await connect(strain, url, newest[era]);
      const onProgress = () => void child.kill("SIGKILL");
      const held = client.tools.hold({}, { onProgress });
      // A session may be taken up again; it is known here alone.
      const ended = expect(held).rejects.toMatchObject({
        name: "ConnectionError",
      });
      await exited;
      await listen(strain, new URL(url).host);
      await ended;
      const { text } = await client.tools.echo({ text: "again" });
      expect(text).toBe("again");
    },
  );
});

describe("a connection that is cut in the middle of a call", () => {
  it("ends the call in the modern era, on both sides", async () => {
    const { url } = await listen(strain);
    const proxy = await openProxy(url);
    const client = await connect(strain, proxy.url, newest.modern);
    const onProgress = () => proxy.cut();
    await expect(client.tools.hold({}, { onProgress })).rejects.toMatchObject({
      name: "ConnectionError",
    });
    expect((await client.tools.dropped({})).text).toBe("dropped");
  });

  it("is taken up again in a session", async () => {
    const { url } = await listen(strain);
    const proxy = await openProxy(url);
    const client = await connect(strain, proxy.url, newest.legacy);
    const ripe = client.tools.ripen({}, { onProgress: () => proxy.cut() });
    const picker = await connect(strain, url, newest.legacy);
    expect((await picker.tools.pick({})).text).toBe("picked");
    expect((await ripe).text).toBe("ripe");
  });
});

it.each(eras)(
  "a connection that nothing comes through ends by the time of the call, in the %s era",
  async (era) => {
    const { url } = await listen(strain);
    const proxy = await openProxy(url);
    const client = await connect(strain, proxy.url, newest[era]);
    await client.tools.echo({ text: "" });
    proxy.freeze();
    const frozen = client.tools.echo({ text: "lost" }, { timeoutMs: 200 });
    await expect(frozen).rejects.toMatchObject({ reason: "timeout" });
    expect((await client.tools.echo({ text: "new" })).text).toBe("new");
  },
);

describe("a client that does not read", () => {
  it("is left alone over HTTP, and costs no memory", async () => {
    const { url } = await listen(strain);
    const client = await connect(strain, url, newest.modern);
    const before = Number((await client.tools.memory({})).text);
    const { hostname, port } = new URL(url);
    const socket = connectSocket(Number(port), hostname);
    onTestFinished(() => void socket.destroy());
    const body = JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: {
        name: "pour",
        arguments: {},
        _meta: {
          "io.modelcontextprotocol/protocolVersion": newest.modern,
          "io.modelcontextprotocol/clientCapabilities": {},
          progressToken: 1,
        },
      },
    });
    socket
      .pause()
      .write(
        [
          "POST / HTTP/1.1",
          `Host: ${hostname}`,
          "Accept: application/json, text/event-stream",
          "Content-Type: application/json",
          `MCP-Protocol-Version: ${newest.modern}`,
          "Mcp-Method: tools/call",
          "Mcp-Name: pour",
          `Content-Length: ${body.length}`,
          "",
          body,
        ].join("\r\n"),
      );
    expect((await client.tools.dropped({})).text).toBe("dropped");
    const after = Number((await client.tools.memory({})).text);
    expect(after - before).toBeLessThan(4 * MiB);
  });
});
