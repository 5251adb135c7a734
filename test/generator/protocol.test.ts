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
  listVersions,
  readProtocols,
} from "../../src/generator/protocol/read-protocols.js";
import { bundledSchemas } from "../../src/generator/schema-folder.js";

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
  JSON.parse(readFileSync(join(bundledSchemas, path), "utf8")) as JsonValue;

describe("readProtocols", () => {
  it("knows the versions of the index, oldest first", () => {
    expect(listVersions().map((one) => one.version)).toEqual(known);
    expect(protocols.map((one) => one.version)).toEqual(known);
    expect(inherited).toEqual([]);
  });

  it("reads only what is asked for", () => {
    const asked = readProtocols(undefined, ["2025-06-18"]);
    expect(asked.protocols.map((one) => one.version)).toEqual(["2025-06-18"]);
  });

  it("says which version it does not know", () => {
    expect(() => readProtocols(undefined, ["2020-01-01"])).toThrow(
      "protocol version 2020-01-01 is unknown",
    );
  });
});

describe("a version that was added without wire facts", () => {
  const folder = mkdtempSync(join(tmpdir(), "mcpgen-schema-"));
  const own = { folder, label: "schema" };
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });
  for (const [version, like] of [
    ["2025-12-01", "2025-11-25"],
    ["2027-01-01", "2026-07-28"],
  ] as const) {
    cpSync(join(bundledSchemas, like), join(folder, version), {
      recursive: true,
    });
    rmSync(join(folder, version, "wire.json"));
  }

  it("takes those of the newest version of its era, and that is told", () => {
    const read = readProtocols(own);
    expect(read.inherited).toEqual([
      { version: "2025-12-01", from: "2025-11-25" },
      { version: "2027-01-01", from: "2026-07-28" },
    ]);
    expect(read.diagnostics).toEqual([]);
    expect(read.protocols.map((one) => one.version)).toEqual(
      [...known, "2025-12-01", "2027-01-01"].sort(),
    );
    expect(read.protocols.at(-1)?.profile).toEqual({
      ...protocolOf("2026-07-28").profile,
      version: "2027-01-01",
    });
  });

  it("is refused without an opening, with the missing definitions named and their place", () => {
    writeFileSync(
      join(folder, "2027-01-01", "schema.json"),
      '{\n  "$schema": "x",\n  "$defs": {}\n}',
    );
    writeFileSync(join(folder, "2027-01-01", "corrections.json"), "[]");
    const { protocols: sound, diagnostics } = readProtocols(own);
    expect(sound.map((one) => one.version)).not.toContain("2027-01-01");
    expect(diagnostics[0]).toMatchObject({
      code: "PROTOCOL_UNFIT",
      file: "schema/2027-01-01/schema.json",
      line: 3,
      column: 3,
      what: "this cannot be protocol version 2027-01-01: it has neither InitializeRequest nor DiscoverRequest, so its era is unknown",
    });
    const missing = diagnostics.map(
      ({ what }) => /the definition (\w+)/.exec(what)?.[1],
    );
    expect(missing.slice(1)).toEqual([
      "ClientRequest",
      "InputRequest",
      "ClientNotification",
      "ServerNotification",
      "CallToolResult",
      "GetPromptResult",
      "ListResourcesResult",
      "ReadResourceResult",
    ]);
  });

  it("is refused without JSON, with the place", () => {
    writeFileSync(join(folder, "2027-01-01", "schema.json"), '{\n  "a" 1}');
    expect(readProtocols(own).diagnostics).toMatchObject([
      { code: "MANIFEST_SYNTAX", line: 2, column: 7 },
    ]);
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
      "v/wire.json: it lacks sessions",
    );
  });

  it("is refused with a wire fact of another kind, with what it should be", () => {
    const wire = {
      ...(bundled("2026-07-28/wire.json") as JsonObject),
      transports: { value: ["pigeon"], section: "basic" },
    };
    const files = {
      version: "v",
      schema: bundled("2026-07-28/schema.json"),
      corrections: [],
    };
    expect(() => loadProtocol({ ...files, wire })).toThrow(
      "transports must be a list, each one of stdio, sse, streamable, post",
    );
  });

  it("is refused with a wire fact that nobody reads, with its name", () => {
    const wire = {
      ...(bundled("2026-07-28/wire.json") as JsonObject),
      session: { value: true, section: "basic" },
    };
    const files = {
      version: "v",
      schema: bundled("2026-07-28/schema.json"),
      corrections: [],
    };
    expect(() => loadProtocol({ ...files, wire })).toThrow(
      "v/wire.json /session: session is no wire fact",
    );
  });

  it("names a section of the specification for every wire fact", () => {
    for (const version of known) {
      const wire = bundled(`${version}/wire.json`) as JsonObject;
      for (const fact of Object.values(wire)) {
        expect(fact).toMatchObject({
          section: expect.stringMatching(/^(?:basic|server)\b/) as string,
        });
      }
    }
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
        expect(applyCorrections(before, [correction], version)).not.toEqual(
          before,
        );
      }
    },
  );

  it("leave the given schema alone", () => {
    const before = { a: [{ "b/c": 1 }] };
    expect(
      applyCorrections(
        before,
        [{ pointer: "/a/0/b~1c", value: 2, reason: "r" }],
        "v",
      ),
    ).toEqual({ a: [{ "b/c": 2 }] });
    expect(before).toEqual({ a: [{ "b/c": 1 }] });
  });

  it("are refused where they lead nowhere or lack a reason", () => {
    expect(() =>
      applyCorrections({}, [{ pointer: "/a/b", value: 1, reason: "r" }], "v"),
    ).toThrow(/\/a\/b leads nowhere/);
    expect(() =>
      applyCorrections({}, [{ pointer: "/a", value: 1, reason: "r" }], "v"),
    ).toThrow(/leads nowhere/);
    expect(() =>
      applyCorrections(
        { a: [1] },
        [{ pointer: "/a/x", value: 1, reason: "r" }],
        "v",
      ),
    ).toThrow(ProtocolError);
    expect(() =>
      applyCorrections({ a: 1 }, [{ pointer: "/a", value: 1 }], "v"),
    ).toThrow(/reason/);
  });
});
