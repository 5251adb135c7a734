import { describe, expect, test } from "vitest";
import { isIdentifier } from "../../src/generator/code.js";
import {
  camelCase,
  createNames,
  memberName,
  pascalCase,
} from "../../src/generator/names.js";

describe("camelCase and pascalCase", () => {
  test.each([
    ["weather_current", "weatherCurrent", "WeatherCurrent"],
    ["get-site", "getSite", "GetSite"],
    ["list_SITES", "listSITES", "ListSITES"],
    ["getUser", "getUser", "GetUser"],
    ["HTTPGet", "httpGet", "HTTPGet"],
    ["URL", "url", "URL"],
    ["already", "already", "Already"],
    ["_private", "private_", "Private"],
    ["a__b", "aB", "AB"],
    ["2fa", "_2fa", "_2fa"],
    ["get 2 things", "get2Things", "Get2Things"],
    // hostinger/api-mcp-server#49, anthropics/claude-code#2257, rsclarke/mcp-taskfile-server#3
    ["site_restartNode.jsAppV1", "siteRestartNodeJsAppV1", undefined],
    ["git/commit", "gitCommit", "GitCommit"],
    ["env:.cache", "envCache", "EnvCache"],
    ["env:add:*", "envAdd", "EnvAdd"],
    ["env:add:", "envAdd", "EnvAdd"],
    // reserved words (bug-ops/mcp-execution#320)
    ["delete", "delete_", "Delete"],
    ["default", "default_", "Default"],
    ["arguments", "arguments_", "Arguments"],
    ["index", "index", "Index"],
    ["größe", "größe", "Größe"],
    ["ßend", "ßend", "ßend"],
    ["cafe\u0301", "caf\u00e9", "Caf\u00e9"],
    ["天気 予報", "天気予報", "天気予報"],
    ["a\u200db", "aB", "AB"],
    ["$ref", "$ref", "$ref"],
    ["", "_", "_"],
    ["***", "_", "_"],
    ["__proto__", "proto", "Proto"],
    ["🙂", "_", "_"],
  ])("%j", (text, camel, pascal) => {
    expect(camelCase(text)).toBe(camel);
    if (pascal !== undefined) expect(pascalCase(text)).toBe(pascal);
    expect(isIdentifier(camelCase(text))).toBe(true);
    expect(isIdentifier(pascalCase(text))).toBe(true);
  });
});

describe("memberName", () => {
  // bug-ops/mcp-execution#320
  test.each(["delete", "default", "arguments", "class"])(
    "leaves the reserved word %j as it is",
    (word) => {
      expect(memberName(word)).toBe(word);
      expect(memberName(`_${word}`)).toBe(word);
    },
  );
});

describe("createNames", () => {
  test("numbers what is taken, from 2 on", () => {
    const names = createNames();
    expect([1, 2, 3].map(() => names.unique("Foo"))).toEqual([
      "Foo",
      "Foo2",
      "Foo3",
    ]);
  });

  test("keeps clear of reserved names, its own among them", () => {
    const names = createNames(["Bar"]);
    expect(names.unique("Bar")).toBe("Bar2");
    expect(names.unique("Set")).toBe("Set2");
    expect(names.reserve("Baz")).toBe(true);
    expect(names.reserve("Baz")).toBe(false);
    expect(names.unique("Baz")).toBe("Baz2");
  });

  test("never gives a name that was reserved with a number", () => {
    const names = createNames();
    names.reserve("Foo2");
    expect(names.unique("Foo")).toBe("Foo");
    expect(names.unique("Foo")).toBe("Foo3");
  });
});
