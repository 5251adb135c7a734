import { describe, expect, it } from "vitest";
import {
  clientProfile,
  serverProfile,
} from "../../src/generator/protocol/side-profiles.js";
import { profileOf } from "../runtime/profiles.js";

const newest = profileOf("2026-07-28");
const oldest = profileOf("2024-11-05");

describe("The profile of one side", () => {
  it("of a client over stdio with no feature is what core reads", () => {
    expect(clientProfile(newest, () => false)).toEqual({
      version: "2026-07-28",
      era: "modern",
      errorCodes: {
        headerMismatch: -32020,
        missingClientCapability: -32021,
        unsupportedVersion: -32022,
      },
      inputRequiredMethods: newest.inputRequiredMethods,
      logLevel: "request",
      resultType: true,
      structuredContent: "any",
    });
  });

  it("leaves out what says no", () => {
    expect(oldest.batches).toBe(false);
    expect(oldest.elicitationModes).toEqual([]);
    expect(oldest.errorCodes.headerMismatch).toBeNull();
    expect(serverProfile(oldest, () => true)).not.toHaveProperty("batches");
    expect(clientProfile(oldest, () => true)).not.toHaveProperty(
      "elicitationModes",
    );
    expect(serverProfile(oldest, () => true).errorCodes).toEqual({});
  });

  it("has the headers of HTTP only over HTTP", () => {
    const { requestHeaders } = newest;
    const http = clientProfile(newest, (need) => need === "http");
    expect(http.requestHeaders).toEqual(requestHeaders);
    const stdio = clientProfile(newest, (need) => need !== "http");
    expect(stdio.requestHeaders).toBeUndefined();
  });

  it("names the capabilities alone that the server may declare", () => {
    const { serverCapabilities } = serverProfile(newest, (need) =>
      ["news", "subscribe"].includes(need),
    );
    expect(serverCapabilities).toContain("resources.subscribe");
    expect(serverCapabilities).toContain("tools.listChanged");
    expect(serverCapabilities).not.toContain("completions");
    expect(serverCapabilities).not.toContain("tools");
  });
});
