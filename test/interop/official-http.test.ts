import { describe, expect, it, onTestFinished } from "vitest";
import type { Protocol } from "../../out/weather/protocol.js";
import type { Client, ConnectOptions } from "../../src/runtime/client.js";
import { connect } from "../support/whole-client.js";
import { clientListen } from "../../src/runtime/client-listen.js";
import { http } from "../../src/runtime/http-client.js";
import { nodeHttp } from "../../src/runtime/node-http-client.js";
import { features } from "../runtime/client/features.js";
import {
  type Heard,
  officialSessions,
  officialSse,
  talkative,
} from "./official-http.js";

/** The client on the official servers that keep sessions: Streamable HTTP and, before it, HTTP+SSE. */
const ways = [
  ["fetch", http],
  ["node:http", nodeHttp],
] as const;

async function open(
  transport: ReturnType<typeof http>,
  options: ConnectOptions<Protocol> = {},
) {
  const warnings: string[] = [];
  const client = await connect<Protocol>(transport, {
    features: { ...features, listen: clientListen },
    onWarning: (text) => warnings.push(text),
    ...options,
  });
  onTestFinished(() => client.close());
  return { client, warnings };
}

const said = async (
  client: Client<Protocol>,
  name: string,
  args: { [name: string]: unknown } = {},
) => {
  const result = await client.request("tools/call", { name, arguments: args });
  return (result as { content: { text: string }[] }).content[0]?.text;
};

/** Everything that travels on a session but for its end. */
async function useAll(
  client: Client<Protocol>,
  heard: Promise<Heard>,
  tell: () => void,
): Promise<void> {
  expect(await said(client, "echo", { said: "grüße 👋" })).toBe("grüße 👋");
  expect(await said(client, "ask")).toBe('accept {"colour":"red"}');
  const reports: number[] = [];
  await client.request(
    "tools/call",
    { name: "count" },
    { onProgress: ({ progress }) => void reports.push(progress) },
  );
  expect(reports).toEqual([1, 2, 3]);
  const controller = new AbortController();
  const waiting = client.request(
    "tools/call",
    { name: "wait" },
    { signal: controller.signal },
  );
  const { cancelled } = await heard;
  controller.abort();
  await expect(waiting).rejects.toMatchObject({ reason: "aborted" });
  await cancelled;
  const changed = hearing(client);
  await changed.ready;
  tell();
  await changed.next();
}

/** Changes of the list of tools, one by one. */
function hearing(client: Client<Protocol>) {
  let count = 0;
  let wake: () => void = () => undefined;
  const { ready } = client.on("toolsListChanged", () => {
    count++;
    wake();
  });
  return {
    ready,
    async next() {
      while (count === 0)
        await new Promise<void>((resolve) => (wake = resolve));
      count--;
    },
  };
}

const onElicit = () =>
  ({ action: "accept", content: { colour: "red" } }) as const;

function attentive() {
  let tell: (heard: Heard) => void = () => undefined;
  const heard = new Promise<Heard>((resolve) => (tell = resolve));
  return { heard, make: () => talkative(tell) };
}

describe.each(ways)("sessions of Streamable HTTP by %s", (_name, transport) => {
  it("carry everything, and end with the client", async () => {
    const { heard, make } = attentive();
    const {
      url,
      servers,
      requests,
      open: sessions,
    } = await officialSessions(make);
    const { client, warnings } = await open(transport({ url }), { onElicit });
    // Of two servers the second has the session: the first met the probe.
    const tell = () => servers.at(-1)!.sendToolListChanged();
    await useAll(client, heard, tell);
    expect(sessions()).toBe(1);
    await client.close();
    expect(requests.at(-1)!.method).toBe("DELETE");
    expect(sessions()).toBe(0);
    expect(warnings).toEqual([]);
  });

  it("continue a stream that the server closed before the answer", async () => {
    const { url, requests } = await officialSessions();
    const { client } = await open(transport({ url }));
    expect(await said(client, "poll")).toBe("fetched");
    expect(requests.at(-1)!.method).toBe("GET");
  });

  it("continue the standing stream after the connection was cut", async () => {
    const { url, servers, cut } = await officialSessions();
    const { client } = await open(transport({ url }));
    const changed = hearing(client);
    await changed.ready;
    servers.at(-1)!.sendToolListChanged();
    await changed.next();
    cut();
    // Nobody is there to hear it: the server keeps it for whoever names the event before.
    servers.at(-1)!.sendToolListChanged();
    await changed.next();
  });

  it("are opened again where the server has forgotten them, and it is heard again", async () => {
    const {
      url,
      servers,
      requests,
      forget,
      open: sessions,
    } = await officialSessions();
    const { client } = await open(transport({ url }));
    const changed = hearing(client);
    await changed.ready;
    forget();
    expect(await said(client, "echo", { said: "again" })).toBe("again");
    expect(sessions()).toBe(1);
    const session = requests.at(-1)!.session;
    const standing = () =>
      requests.some((one) => one.method === "GET" && one.session === session);
    // The stream is asked for beside the request, so it may come a moment later.
    while (!standing()) await said(client, "echo", { said: "still" });
    await said(client, "echo", { said: "last" });
    servers.at(-1)!.sendToolListChanged();
    await changed.next();
  });

  it("are opened again for a client that only listens", async () => {
    const { url, servers, cut, forget } = await officialSessions();
    const { client } = await open(transport({ url }));
    const changed = hearing(client);
    await changed.ready;
    const before = servers.length;
    forget();
    cut();
    const tell = setInterval(() => {
      if (servers.length > before) servers.at(-1)!.sendToolListChanged();
    }, 50);
    onTestFinished(() => clearInterval(tell));
    await changed.next();
  });
});

describe.each(ways)("HTTP+SSE by %s", (_name, transport) => {
  it("is found after the two newer kinds, and carries everything", async () => {
    const { heard, make } = attentive();
    const { url, servers, requests, open: sessions } = await officialSse(make);
    const { client, warnings } = await open(transport({ url }), { onElicit });
    expect(requests.slice(0, 3).map(({ method }) => method)).toEqual([
      "POST",
      "POST",
      "GET",
    ]);
    expect(client.server).toMatchObject({ info: { name: "talkative" } });
    const tell = () => servers.at(-1)!.sendToolListChanged();
    await useAll(client, heard, tell);
    expect(sessions()).toBe(1);
    expect(warnings).toEqual([]);
  });

  it("is spoken in the version that has it", async () => {
    const { url } = await officialSse();
    const versions = ["2024-11-05"];
    const { client } = await open(transport({ url }), { versions });
    expect(client.server.version).toBe("2024-11-05");
    expect(await said(client, "echo", { said: "old" })).toBe("old");
  });

  it("fails what a lost stream leaves unanswered, and begins anew with the next request", async () => {
    const { heard, make } = attentive();
    const { url, servers, cut } = await officialSse(make);
    const { client } = await open(transport({ url }));
    const waiting = said(client, "wait");
    await heard;
    cut();
    await expect(waiting).rejects.toMatchObject({ reason: "closed" });
    expect(await said(client, "echo", { said: "new" })).toBe("new");
    expect(servers).toHaveLength(2);
  });

  it("begins anew for a client that only listens", async () => {
    const { url, servers, cut } = await officialSse();
    const { client } = await open(transport({ url }));
    const changed = hearing(client);
    await changed.ready;
    cut();
    const tell = setInterval(() => {
      if (servers.length > 1) servers.at(-1)!.sendToolListChanged();
    }, 50);
    onTestFinished(() => clearInterval(tell));
    await changed.next();
  });

  it("is not there where the server has neither", async () => {
    const { url } = await officialSse();
    const nowhere = open(transport({ url: url.replace("/sse", "/nowhere") }));
    await expect(nowhere).rejects.toMatchObject({
      reason: "http",
      status: 404,
    });
  });
});
