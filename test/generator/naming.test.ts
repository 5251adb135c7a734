import { describe, expect, test } from "vitest";
import type {
  EntryKind,
  Manifest,
} from "../../src/generator/manifest/manifest.js";
import { nameEntries, type Naming } from "../../src/generator/naming.js";
import type { Identifiers } from "../../src/generator/server-record.js";
import { accept } from "./manifest/parse.js";

type Lists = {
  readonly tools?: readonly string[];
  readonly prompts?: readonly string[];
  readonly resources?: readonly string[];
  readonly resourceTemplates?: readonly string[];
};

function manifestOf(lists: Lists): Manifest {
  return accept({
    server: { name: "test", version: "1.0.0" },
    tools: (lists.tools ?? []).map((name) => ({
      name,
      inputSchema: { type: "object" },
    })),
    prompts: (lists.prompts ?? []).map((name) => ({ name })),
    resources: (lists.resources ?? []).map((name, index) => ({
      name,
      uri: `x://${index}`,
    })),
    resourceTemplates: (lists.resourceTemplates ?? []).map((name, index) => ({
      name,
      uriTemplate: `x://${index}/{id}`,
    })),
  });
}

function name(lists: Lists, recorded: Identifiers = {}): Naming {
  const at = { file: "manifest.yaml" };
  return nameEntries(manifestOf(lists), recorded, () => at);
}

const filesOf = (naming: Naming, kind: EntryKind, names: readonly string[]) =>
  names.map((one) => naming.of(kind, one).handlerFile);

describe("a handler's file", () => {
  // bug-ops/mcp-execution#320
  test("differs from every other when letter case is ignored", () => {
    const tools = [
      "delete",
      "Delete",
      "index",
      "default",
      "saveAll",
      "saveall",
    ];
    const files = filesOf(name({ tools }), "tools", tools);
    const lower = files.map((file) => file.toLowerCase());
    expect(new Set(lower).size).toBe(tools.length);
    expect(files).toContain("index");
  });

  test("leaves app.ts to the user", () => {
    expect(filesOf(name({ tools: ["app"] }), "tools", ["app"])).toEqual([
      "app_",
    ]);
    const prompts = ["app"];
    expect(filesOf(name({ prompts }), "prompts", prompts)).toEqual([
      "prompts/app",
    ]);
  });

  test("is no device of Windows", () => {
    const tools = ["con", "nul", "com1", "console"];
    expect(filesOf(name({ tools }), "tools", tools)).toEqual([
      "con_",
      "nul_",
      "com1_",
      "console",
    ]);
  });

  test("fits on a disk, however long the name", () => {
    const prompts = ["天".repeat(300), `${"天".repeat(300)}気`];
    const files = filesOf(name({ prompts }), "prompts", prompts);
    expect(new Set(files).size).toBe(2);
    for (const file of files) expect(Buffer.byteLength(file)).toBeLessThan(200);
  });

  test("stays when a newcomer would take it", () => {
    const before = name({ tools: ["saveall"] });
    expect(filesOf(before, "tools", ["saveall"])).toEqual(["saveall"]);
    const tools = ["saveAll", "saveall"];
    const after = name({ tools }, before.identifiers);
    expect(filesOf(after, "tools", tools)).toEqual(["saveAll2", "saveall"]);
    const again = name({ tools }, after.identifiers);
    expect(filesOf(again, "tools", tools)).toEqual(["saveAll2", "saveall"]);
    expect(again.identifiers).toEqual(after.identifiers);
  });
});

describe("a constant", () => {
  test("is the tool's bare name, and tells other kinds apart", () => {
    const all = name({
      tools: ["row"],
      prompts: ["row"],
      resources: ["row"],
      resourceTemplates: ["lines"],
    });
    expect(all.of("tools", "row").constant).toBe("row");
    expect(all.of("prompts", "row").constant).toBe("rowPrompt");
    expect(all.of("resources", "row").constant).toBe("rowResource");
    expect(all.of("resourceTemplates", "lines").constant).toBe("linesTemplate");
  });

  test.each(["types", "validators", "handlers"])(
    "called %s keeps clear of what the file imports",
    (tool) => {
      const { constant, identifier } = name({ tools: [tool] }).of(
        "tools",
        tool,
      );
      expect(constant).toBe(`${tool}_`);
      expect(identifier).toBe(tool);
    },
  );

  test.each(["object", "set", "number", "string", "promise"])(
    "called %s is as good as any",
    (tool) => {
      expect(name({ tools: [tool] }).of("tools", tool).constant).toBe(tool);
    },
  );

  test("stays when a newcomer would take it", () => {
    const before = name({ tools: ["keepPrompt"] });
    const lists = { tools: ["keepPrompt"], prompts: ["keep"] };
    const after = name(lists, before.identifiers);
    const again = name(lists, after.identifiers);
    for (const naming of [after, again]) {
      expect(naming.of("tools", "keepPrompt").constant).toBe("keepPrompt");
      expect(naming.of("prompts", "keep").constant).toBe("keepPrompt2");
    }
  });
});

describe("types", () => {
  test("begin with a name that no other entry of the kind has", () => {
    const all = name({ tools: ["save", "Save"], prompts: ["save"] });
    const bases = [
      all.of("tools", "save").typeBase,
      all.of("tools", "Save").typeBase,
      all.of("prompts", "save").typeBase,
    ];
    expect(bases.sort()).toEqual(["Save", "Save", "Save2"]);
  });

  test("keep the name that the lock has for them", () => {
    const recorded = {
      tools: { save: "save" },
      types: { "tools/save": "Save7" },
    };
    const { typeBase } = name({ tools: ["save", "Save"] }, recorded).of(
      "tools",
      "save",
    );
    expect(typeBase).toBe("Save7");
  });
});

test("hostile wire names are remembered as they are", () => {
  const prompts = ["__proto__", "constructor", "toString"];
  const { identifiers } = name({ prompts });
  expect(Object.keys(identifiers["prompts"]!)).toEqual(prompts);
  expect(identifiers["prompts"]).toHaveProperty(["__proto__"], "proto");
});
