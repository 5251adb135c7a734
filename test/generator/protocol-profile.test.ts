import { describe, expect, it } from "vitest";

import type { JsonObject } from "../../src/generator/json.js";
import { readProtocols } from "../../src/generator/protocol/read-protocols.js";

const { protocols } = readProtocols();
const protocolOf = (version: string) => {
  const found = protocols.find((one) => one.version === version);
  if (found === undefined) throw new Error(`no ${version}`);
  return found;
};

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
