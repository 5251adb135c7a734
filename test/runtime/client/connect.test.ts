import { describe, expect, it } from "vitest";
import type { ConnectOptions } from "../../../src/runtime/client.js";
import { connect } from "../../support/whole-client.js";
import { ConnectionError, ProtocolError } from "../../../src/runtime/errors.js";
import type { Transport } from "../../../src/runtime/transport.js";
import {
  type Peer,
  type Script,
  ScriptedTransport,
  server,
} from "../scripted-transport.js";
import { features } from "./features.js";

const refusing =
  (code: number, data?: unknown): Script =>
  (message, peer) => {
    if (message.method === "server/discover")
      peer.error(message.id, code, "no", data);
    else server(() => undefined)(message, peer);
  };

async function open(
  script: Script,
  options: ConnectOptions = {},
  kind?: Transport["kind"],
) {
  const transport = new ScriptedTransport(script, kind);
  const connecting = connect(transport, { features, ...options });
  const outcome = await connecting.then(
    (client) => client.server.version,
    (error: unknown) => error,
  );
  return { outcome, transport, methods: transport.methods() };
}

const both = ["server/discover", "initialize", "notifications/initialized"];

describe("the era of a peer on a stream", () => {
  it.each([-32601, -32602, -32000, -32603, 1])(
    "is legacy when the probe gives error %i",
    async (code) => {
      const { outcome, methods } = await open(refusing(code));
      expect(outcome).toBe("2025-11-25");
      expect(methods).toEqual(both);
    },
  );

  it("is legacy when the probe gives something that is no discover result", async () => {
    const { outcome } = await open((message, peer) => {
      if (message.method === "server/discover") peer.result(message.id, {});
      else server(() => undefined)(message, peer);
    });
    expect(outcome).toBe("2025-11-25");
  });

  it("is legacy when the probe is not answered; a late answer is ignored", async () => {
    const warnings: string[] = [];
    const { outcome, methods } = await open(
      (message, peer) => {
        if (message.method === "initialize") {
          server(() => undefined)(
            { ...message, id: 1, method: "server/discover" },
            peer,
          );
          server(() => undefined)(message, peer);
        }
      },
      { probeTimeoutMs: 5, onWarning: (text) => void warnings.push(text) },
    );
    expect(outcome).toBe("2025-11-25");
    expect(methods).toEqual(both);
    expect(warnings).toHaveLength(1);
  });

  it("is legacy when it ends at the probe: it is started again", async () => {
    const { outcome, transport } = await open((message, peer) => {
      if (message.method === "server/discover")
        peer.receiver.closed(new ConnectionError("closed", "gone"));
      else server(() => undefined)(message, peer);
    });
    expect(outcome).toBe("2025-11-25");
    expect(transport.restarts).toBe(1);
  });

  it.each([-32020, -32021])("is modern when the error is %i", async (code) => {
    const { outcome, methods } = await open(refusing(code));
    expect(outcome).toBeInstanceOf(ProtocolError);
    expect(outcome).toMatchObject({ code });
    expect(methods).toEqual(["server/discover"]);
  });
});

describe("the era that was found", () => {
  const old =
    (more: string[] = []): Script =>
    (message, peer) => {
      if (message.method === "server/discover" && more.length === 0)
        peer.error(message.id, -32601, "no");
      else server(() => undefined)(message, peer);
    };

  it("is not asked for again over the same transport (P3)", async () => {
    const transport = new ScriptedTransport(old());
    for (let count = 0; count < 3; count++)
      await (await connect(transport, { features })).close();
    expect(
      transport.methods().filter((one) => one === "server/discover"),
    ).toHaveLength(1);
  });

  it("is asked for again once it is no longer true (P3)", async () => {
    const later: string[] = [];
    let refuses = false;
    const transport = new ScriptedTransport((message, peer) => {
      if (refuses && message.method === "initialize")
        peer.error(message.id, -32601, "no");
      else old(later)(message, peer);
    });
    await (await connect(transport, { features })).close();
    refuses = true;
    later.push("modern");
    const client = await connect(transport, { features });
    expect(client.server.era).toBe("modern");
    const again = await connect(transport, { features });
    expect(again.server.era).toBe("modern");
    expect(transport.methods().slice(3)).toEqual([
      "initialize",
      "server/discover",
      "server/discover",
    ]);
  });
});

describe("requests of a server before it answers", () => {
  const ask = (peer: Peer, id: string, method: string) =>
    peer.receiver.message({ jsonrpc: "2.0", id, method, params: {} });

  it("the probe are answered once it is known to be a legacy one", async () => {
    const transport = new ScriptedTransport((message, peer) => {
      if (message.method === "server/discover") {
        ask(peer, "p1", "ping");
        ask(peer, "r1", "roots/list");
        peer.error(message.id, -32601, "no");
      } else server(() => undefined)(message, peer);
    });
    await connect(transport, { features, roots: [{ uri: "file:///a" }] });
    await transport.sending(({ id }) => id === "r1");
    expect(
      transport.sent.map(({ id, method, result }) => [id, method ?? result]),
    ).toEqual([
      [1, "server/discover"],
      [2, "initialize"],
      ["p1", {}],
      ["r1", { roots: [{ uri: "file:///a" }] }],
      [undefined, "notifications/initialized"],
    ]);
  });

  it("initialize are answered at once, under their own ids", async () => {
    const transport = new ScriptedTransport((message, peer) => {
      if (message.method === "initialize") {
        ask(peer, "0", "ping");
        ask(peer, "", "ping");
      }
      server(() => undefined)(message, peer);
    });
    await connect(transport, { features, versions: ["2025-03-26"] });
    expect(transport.sent.slice(1, 3)).toEqual([
      { jsonrpc: "2.0", id: "0", result: {} },
      { jsonrpc: "2.0", id: "", result: {} },
    ]);
  });

  it("the probe are no evidence against a modern one", async () => {
    const warnings: string[] = [];
    const transport = new ScriptedTransport((message, peer) => {
      ask(peer, "p1", "ping");
      server(() => undefined)(message, peer);
    });
    const onWarning = (text: string) => void warnings.push(text);
    const client = await connect(transport, { features, onWarning });
    expect(client.server.era).toBe("modern");
    expect(transport.methods()).toEqual(["server/discover"]);
    ask(transport.peer, "p2", "ping");
    expect(warnings).toHaveLength(1);
  });
});

describe("a version that the server does not speak", () => {
  it("is exchanged once for a common one", async () => {
    let refused = false;
    const { outcome, methods } = await open((message, peer) => {
      if (refused) server(() => undefined)(message, peer);
      else
        peer.error(message.id, -32022, "no", {
          supported: ["2027-01-01", "2026-07-28"],
        });
      refused = true;
    });
    expect(outcome).toBe("2026-07-28");
    expect(methods).toEqual(["server/discover", "server/discover"]);
  });

  it("ends the attempt when it is refused again", async () => {
    const { outcome, transport, methods } = await open(
      refusing(-32022, { supported: ["2026-07-28"] }),
    );
    expect(outcome).toMatchObject({ reason: "version" });
    expect(methods).toEqual(["server/discover", "server/discover"]);
    expect(transport.closes).toBe(1);
  });

  it("ends the attempt when there is no common one", async () => {
    const { outcome } = await open(
      refusing(-32022, { supported: ["2027-01-01"] }),
    );
    expect(outcome).toMatchObject({ reason: "version" });
  });

  it("means initialize when the list is of the older era", async () => {
    const { outcome, methods } = await open(
      refusing(-32022, { supported: ["2025-06-18"] }),
    );
    expect(outcome).toBe("2025-11-25");
    expect(methods).toEqual(both);
  });

  it("is refused when initialize gives it", async () => {
    const { outcome, transport } = await open(
      ({ id }, peer) =>
        peer.result(id, { protocolVersion: "1999-01-01", capabilities: {} }),
      { versions: ["2025-06-18"] },
    );
    expect(outcome).toMatchObject({ reason: "version" });
    expect(transport.closes).toBe(1);
  });

  it("that is not built in is refused before anything is opened", async () => {
    const { outcome, methods } = await open(
      server(() => undefined),
      { versions: ["1999-01-01"] },
    );
    expect(outcome).toMatchObject({ reason: "version" });
    expect(methods).toEqual([]);
  });
});

describe("negotiation by initialize", () => {
  it("takes an older version of the server", async () => {
    const { outcome } = await open(
      ({ id }, peer) =>
        peer.result(id, { protocolVersion: "2025-03-26", capabilities: {} }),
      { versions: ["2025-03-26", "2025-11-25"] },
    );
    expect(outcome).toBe("2025-03-26");
  });

  it("has no probe when only legacy versions are selected", async () => {
    const { methods } = await open(
      server(() => undefined),
      { versions: ["2025-06-18"] },
    );
    expect(methods).toEqual(["initialize", "notifications/initialized"]);
  });

  it("has no fall-back when only modern versions are selected", async () => {
    const { outcome, methods } = await open(refusing(-32601), {
      versions: ["2026-07-28"],
    });
    expect(outcome).toMatchObject({ code: -32601 });
    expect(methods).toEqual(["server/discover"]);
  });
});

describe("the era of a peer on HTTP", () => {
  const failing =
    (error: ConnectionError): Script =>
    (message, peer) => {
      if (message.method === "server/discover")
        peer.receiver.failed(message.id!, error);
      else server(() => undefined)(message, peer);
    };
  const status = (code: number) =>
    new ConnectionError("http", "no", { status: code });

  it.each([400, 404, 405])("is legacy at status %i", async (code) => {
    const { outcome } = await open(failing(status(code)), {}, "http");
    expect(outcome).toBe("2025-11-25");
  });

  it.each([401, 403, 429, 500, 503])(
    "is not known at status %i",
    async (code) => {
      const { outcome, methods } = await open(
        failing(status(code)),
        {},
        "http",
      );
      expect(outcome).toMatchObject({ reason: "http", status: code });
      expect(methods).toEqual(["server/discover"]);
    },
  );

  it("is not known when the network fails", async () => {
    const { outcome } = await open(
      failing(new ConnectionError("http", "ECONNRESET")),
      {},
      "http",
    );
    expect(outcome).toMatchObject({ reason: "http", status: undefined });
  });

  it("is legacy when there is no such method", async () => {
    const { outcome } = await open(refusing(-32601), {}, "http");
    expect(outcome).toBe("2025-11-25");
  });
});

describe("headers", () => {
  it("name version, method and name on every modern request", async () => {
    const { transport } = await open(
      server(() => undefined),
      {},
      "http",
    );
    expect(transport.outgoing[0]!.headers).toEqual({
      "MCP-Protocol-Version": "2026-07-28",
      "Mcp-Method": "server/discover",
    });
  });

  it.each([
    ["2025-03-26", undefined],
    ["2025-06-18", { "MCP-Protocol-Version": "2025-06-18" }],
  ])("after initialize are those of %s", async (version, expected) => {
    const { transport } = await open(
      server(() => undefined),
      { versions: [version] },
      "http",
    );
    expect(transport.outgoing.map(({ headers }) => headers)).toEqual([
      undefined,
      expected,
    ]);
    expect(transport.outgoing[0]!.method).toBe("initialize");
  });
});
