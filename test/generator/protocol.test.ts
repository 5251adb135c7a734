import {
  cpSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, describe, expect, it } from "vitest";

import type { JsonObject, JsonValue } from "../../src/generator/json.js";
import { applyCorrections } from "../../src/generator/protocol/apply-corrections.js";
import { loadProtocol } from "../../src/generator/protocol/load-protocol.js";
import {
  ProtocolError,
  type ProtocolMessage,
} from "../../src/generator/protocol/protocol.js";
import {
  bundledSchemaDirectory,
  listVersions,
  readProtocols,
} from "../../src/generator/protocol/read-protocols.js";

const known = [
  "2024-11-05",
  "2025-03-26",
  "2025-06-18",
  "2025-11-25",
  "2026-07-28",
];
const { protocols, inherited } = readProtocols();
const protocolOf = (version: string) => {
  const found = protocols.find((one) => one.version === version);
  if (found === undefined) throw new Error(`no ${version}`);
  return found;
};
const bundled = (path: string): JsonValue =>
  JSON.parse(
    readFileSync(join(bundledSchemaDirectory, path), "utf8"),
  ) as JsonValue;

describe("readProtocols", () => {
  it("knows the versions of the index, oldest first", () => {
    expect(listVersions()).toEqual(known);
    expect(protocols.map((one) => one.version)).toEqual(known);
    expect(inherited).toEqual([]);
  });

  it("reads only what is asked for", () => {
    const asked = readProtocols(undefined, ["2025-06-18"]);
    expect(asked.protocols.map((one) => one.version)).toEqual(["2025-06-18"]);
  });

  it("names the file of a version that it does not know", () => {
    expect(() => readProtocols(undefined, ["2020-01-01"])).toThrow(
      /2020-01-01.*schema\.json does not exist/,
    );
  });
});

describe("a version that was added without wire facts", () => {
  const folder = mkdtempSync(join(tmpdir(), "mcpgen-schema-"));
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });
  cpSync(bundledSchemaDirectory, folder, { recursive: true });
  for (const [version, like] of [
    ["2025-12-01", "2025-11-25"],
    ["2027-01-01", "2026-07-28"],
  ] as const) {
    cpSync(join(folder, like), join(folder, version), { recursive: true });
    rmSync(join(folder, version, "wire.json"));
  }

  it("takes those of the newest version of its era, and that is told", () => {
    const read = readProtocols(folder);
    expect(read.inherited).toEqual([
      { version: "2025-12-01", from: "2025-11-25" },
      { version: "2027-01-01", from: "2026-07-28" },
    ]);
    const newest = read.protocols.at(-1);
    expect(newest?.profile).toEqual({
      ...protocolOf("2026-07-28").profile,
      version: "2027-01-01",
    });
  });

  it("is refused without an opening, with the missing definitions named", () => {
    writeFileSync(
      join(folder, "2027-01-01", "schema.json"),
      JSON.stringify({ $defs: {} }),
    );
    expect(() => readProtocols(folder)).toThrow(
      /neither InitializeRequest nor DiscoverRequest/,
    );
  });

  it("is refused without a union, with its name", () => {
    const files = {
      version: "v",
      wire: bundled("2026-07-28/wire.json"),
      corrections: [],
    };
    const schema = { $schema: "", $defs: { DiscoverRequest: {} } };
    expect(() => loadProtocol({ ...files, schema })).toThrow(
      /ClientRequest is missing/,
    );
  });

  it("is refused with a wire fact missing, with its name", () => {
    const { sessions: _, ...wire } = bundled(
      "2026-07-28/wire.json",
    ) as JsonObject;
    const files = {
      version: "v",
      schema: bundled("2026-07-28/schema.json"),
      corrections: [],
    };
    expect(() => loadProtocol({ ...files, wire })).toThrow(
      "v/wire.json lacks sessions",
    );
  });
});

describe("methods", () => {
  const distinct = (...lists: readonly (readonly ProtocolMessage[])[]) =>
    new Set(lists.flat().map((one) => one.method)).size;

  it.each([
    ["2024-11-05", 15, 9],
    ["2025-03-26", 15, 9],
    ["2025-06-18", 16, 9],
    ["2025-11-25", 20, 11],
    ["2026-07-28", 13, 8],
  ] as const)(
    "%s has %i requests and %i notifications",
    (version, requests, notifications) => {
      const { methods } = protocolOf(version);
      expect(distinct(methods.clientRequests, methods.serverRequests)).toBe(
        requests,
      );
      expect(
        distinct(methods.clientNotifications, methods.serverNotifications),
      ).toBe(notifications);
    },
  );

  it("know their parameters and results", () => {
    const find = (version: string, method: string) =>
      protocolOf(version).methods.clientRequests.find(
        (one) => one.method === method,
      );
    expect(find("2026-07-28", "tools/call")).toEqual({
      method: "tools/call",
      definition: "CallToolRequest",
      params: { $ref: "#/$defs/CallToolRequestParams" },
      paramsDefinition: "CallToolRequestParams",
      paramsRequired: true,
      result: "CallToolResult",
    });
    expect(find("2024-11-05", "tools/call")).toMatchObject({
      paramsDefinition: undefined,
      params: { required: ["name"] },
    });
    expect(find("2025-11-25", "ping")).toMatchObject({
      paramsRequired: false,
      result: "EmptyResult",
    });
    expect(protocolOf("2026-07-28").methods.clientNotifications).toMatchObject([
      {
        method: "notifications/cancelled",
        definition: "CancelledNotification",
      },
    ]);
  });

  it("name results and parameters that exist", () => {
    for (const { methods, definitions } of protocols) {
      for (const one of [
        ...methods.clientRequests,
        ...methods.serverRequests,
      ]) {
        expect(definitions.has(one.result), one.result).toBe(true);
        expect(
          one.paramsDefinition === undefined ||
            definitions.has(one.paramsDefinition),
        ).toBe(true);
      }
    }
  });
});

describe("corrections", () => {
  it.each(known)(
    "of %s reach their pointers and change something",
    (version) => {
      const before = bundled(`${version}/schema.json`) as JsonObject;
      for (const correction of bundled(
        `${version}/corrections.json`,
      ) as readonly JsonValue[]) {
        expect(applyCorrections(before, [correction])).not.toEqual(before);
      }
    },
  );

  it("leave the given schema alone", () => {
    const before = { a: [{ "b/c": 1 }] };
    expect(
      applyCorrections(before, [
        { pointer: "/a/0/b~1c", value: 2, reason: "r" },
      ]),
    ).toEqual({ a: [{ "b/c": 2 }] });
    expect(before).toEqual({ a: [{ "b/c": 1 }] });
  });

  it("are refused where they lead nowhere or lack a reason", () => {
    expect(() =>
      applyCorrections({}, [{ pointer: "/a/b", value: 1, reason: "r" }]),
    ).toThrow(/\/a\/b leads nowhere/);
    expect(() =>
      applyCorrections({}, [{ pointer: "/a", value: 1, reason: "r" }]),
    ).toThrow(/leads nowhere/);
    expect(() =>
      applyCorrections({ a: [1] }, [
        { pointer: "/a/x", value: 1, reason: "r" },
      ]),
    ).toThrow(ProtocolError);
    expect(() =>
      applyCorrections({ a: 1 }, [{ pointer: "/a", value: 1 }]),
    ).toThrow(/reason/);
  });
});

describe("profiles", () => {
  const row = (name: string) =>
    protocols.map(({ profile }) => (profile as unknown as JsonObject)[name]);

  it.each([
    ["era", "legacy", "legacy", "legacy", "legacy", "modern"],
    [
      "serverAsks",
      "requests",
      "requests",
      "requests",
      "requests",
      "inputRequests",
    ],
    ["logLevel", "session", "session", "session", "session", "request"],
    ["changes", "session", "session", "session", "session", "listen"],
    ["tasks", "none", "none", "none", "core", "extension"],
    ["resultType", false, false, false, false, true],
    ["structuredContent", "none", "none", "object", "object", "any"],
    ["outputSchema", "none", "none", "object", "object", "any"],
    ["toolAnnotations", false, true, true, true, true],
    ["toolExecution", false, false, false, true, false],
    ["titles", false, false, true, true, true],
    ["icons", false, false, false, true, true],
    ["progressMessage", false, true, true, true, true],
    ["completionContext", false, false, true, true, true],
    ["elicitationModes", [], [], ["form"], ["form", "url"], ["form", "url"]],
    ["elicitationMode", false, false, false, true, true],
    ["elicitationId", false, false, false, true, false],
    ["samplingTools", false, false, false, true, true],
    ["samplingContentList", false, false, false, true, true],
    [
      "versionHeader",
      "never",
      "never",
      "after-initialize",
      "after-initialize",
      "always",
    ],
    ["assumedVersion", null, "2025-03-26", "2025-03-26", "2025-03-26", null],
    [
      "inputFailure",
      "protocol-error",
      "protocol-error",
      "protocol-error",
      "tool-error",
      "tool-error",
    ],
    ["resourceNotFoundCode", -32002, -32002, -32002, -32002, -32602],
    ["originStatus", 403, 403, 403, 403, 403],
    ["envelopeStatus", 200, 200, 200, 200, 400],
    [
      "cancelOverHttp",
      "notification",
      "notification",
      "notification",
      "notification",
      "close",
    ],
    ["sessions", false, true, true, true, false],
    ["resumption", "none", "replay", "replay", "poll", "none"],
    ["batches", false, true, false, false, false],
    [
      "authorization",
      "none",
      "origin",
      "resource-metadata",
      "resource-metadata",
      "resource-metadata",
    ],
  ] as const)("%s", (name, ...expected) => {
    expect(row(name)).toEqual(expected);
  });

  it("list what each version can carry", () => {
    expect(row("transports")).toEqual([
      ["stdio", "sse"],
      ["stdio", "streamable"],
      ["stdio", "streamable"],
      ["stdio", "streamable"],
      ["stdio", "post"],
    ]);
    expect(
      row("contentTypes").map((types) => (types as readonly string[]).length),
    ).toEqual([3, 4, 5, 5, 5]);
    expect(row("errorCodes").at(-2)).toMatchObject({
      urlElicitationRequired: -32042,
      headerMismatch: null,
    });
    expect(row("errorCodes").at(-1)).toEqual({
      headerMismatch: -32020,
      missingClientCapability: -32021,
      unsupportedVersion: -32022,
      urlElicitationRequired: null,
    });
  });

  it("list what the modern era asks of messages", () => {
    const { profile } = protocolOf("2026-07-28");
    expect([...profile.inputRequiredMethods].sort()).toEqual([
      "prompts/get",
      "resources/read",
      "tools/call",
    ]);
    expect([...profile.cacheableMethods].sort()).toEqual([
      "prompts/list",
      "resources/list",
      "resources/read",
      "resources/templates/list",
      "server/discover",
      "tools/list",
    ]);
    expect(profile.requestMeta).toEqual([
      "io.modelcontextprotocol/clientCapabilities",
      "io.modelcontextprotocol/protocolVersion",
    ]);
    expect(profile.errorStatuses).toEqual({
      "-32700": 400,
      "-32600": 400,
      "-32601": 404,
      "-32020": 400,
      "-32021": 400,
      "-32022": 400,
    });
    expect(profile.requestHeaders?.["resources/read"]).toBe("uri");
  });

  it("name capabilities by path", () => {
    expect(protocolOf("2025-06-18").profile.clientCapabilities).toEqual([
      "elicitation",
      "experimental",
      "roots",
      "roots.listChanged",
      "sampling",
    ]);
    expect(protocolOf("2024-11-05").profile.serverCapabilities).not.toContain(
      "completions",
    );
    expect(protocolOf("2026-07-28").profile.clientCapabilities).toContain(
      "sampling.tools",
    );
  });

  it("are plain JSON", () => {
    for (const { profile } of protocols) {
      expect(JSON.parse(JSON.stringify(profile))).toEqual(profile);
    }
  });
});
