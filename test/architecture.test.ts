import { describe, expect, it } from "vitest";
import { runtimeFiles } from "../src/generator/emit/runtime-files.js";
import { layers } from "./layers.js";
import {
  againstLayers,
  anyTypes,
  badImports,
  type Check,
  cycles,
  fits,
  layerOf,
  longFiles,
  longFunctions,
  unnamedExports,
  vagueNames,
  versionLiterals,
} from "./support/architecture.js";
import { typeErrors } from "./support/compile.js";
import { importClosure, parseSource, readSources } from "./support/source.js";

const sources = readSources("src");
const runtime = sources.filter(({ path }) => path.startsWith("src/runtime/"));

const runtimeAlone = badImports(({ specifier, target }) =>
  specifier.startsWith("node:") || target?.startsWith("src/runtime/") === true
    ? undefined
    : "the runtime imports only itself and node:",
);

/** Pure functions on JSON values, which the schema compiler needs as much as what it emits. */
const sharedWithGenerator = /^src\/runtime\/(validate|format-\w+)\.ts$/;

/** What asks a live server, or is one, does so by the runtime's own client and server. */
const speaks = /^src\/generator\/(pull|mock)\//;

const typesOnlyFromRuntime = badImports(({ target, typeOnly }, from) =>
  from.path.startsWith("src/generator/") &&
  !speaks.test(from.path) &&
  target?.startsWith("src/runtime/") &&
  !sharedWithGenerator.test(target) &&
  !typeOnly
    ? "the generator may take types from the runtime, and values from validate.ts and format-*.ts alone"
    : undefined,
);

describe("src", () => {
  it("keeps to the layers of test/layers.ts", () => {
    expect(againstLayers(sources, layers)).toEqual([]);
  });

  it("has a file for every name in the layers", () => {
    const patterns = layers.flatMap(({ files }) => files);
    const idle = patterns.filter(
      (pattern) => !sources.some(({ path }) => fits(path, pattern)),
    );
    expect(idle).toEqual([]);
  });

  it("has no import cycle, type imports included", () => {
    expect(cycles(sources)).toEqual([]);
  });

  it.each<[string, Check]>([
    ["has no file over 300 lines", longFiles(300)],
    ["has no function over 60 lines", longFunctions(60)],
    ["never says any", anyTypes],
    ["exports by name", unnamedExports],
    ["has telling file names in kebab-case", vagueNames],
    [
      "takes types alone from the runtime into the generator, but for validate.ts and format-*.ts",
      typesOnlyFromRuntime,
    ],
  ])("%s", (_, check) => {
    expect(check(sources)).toEqual([]);
  });
});

describe("src/runtime", () => {
  it("imports only itself and node:", () => {
    expect(runtimeAlone(runtime)).toEqual([]);
  });

  it("names no protocol version", () => {
    expect(versionLiterals(runtime)).toEqual([]);
  });

  it("keeps the client and the server apart", () => {
    const layer = (path: string) => layers[layerOf(path, layers)]?.name;
    const strangers = (entry: string, other: string) =>
      importClosure(runtime, [entry]).filter((path) => layer(path) === other);
    expect(strangers("src/runtime/client.ts", "server")).toEqual([]);
    expect(strangers("src/runtime/server.ts", "client")).toEqual([]);
  });

  it("compiles alone with lib ES2022 and @types/node, without the DOM", () => {
    const paths = runtime.map(({ path }) => path);
    expect(
      typeErrors(paths, { lib: ["lib.es2022.d.ts"], types: ["node"] }),
    ).toEqual([]);
  });

  it("has a client and a fetch transport that need the DOM lib and no @types/node", () => {
    const closure = importClosure(runtime, [
      "src/runtime/client.ts",
      "src/runtime/http-client.ts",
    ]);
    const lib = ["lib.es2022.d.ts", "lib.dom.d.ts"];
    expect(typeErrors(closure, { lib, types: [] })).toEqual([]);
  });
});

describe("the emitted runtime", () => {
  const names = runtime.map(({ path }) => path.slice("src/runtime/".length));

  it("is a header and the bytes of the source", async () => {
    const emitted = await readEmitted(names, "js");
    const headers = runtime.map(({ path, text }) => {
      const found = emitted.get(path) ?? "";
      expect(found.endsWith(text), path).toBe(true);
      return found.slice(0, found.length - text.length);
    });
    expect(new Set(headers).size).toBe(1);
    expect(headers[0]).toMatch(/^(\/\/ [^\n]+\n)+\n$/);
  });

  it.each(["ts", "none"] as const)(
    "differs with importExtension %s in the ends of its relative imports alone",
    async (extension) => {
      const emitted = await readEmitted(names, extension);
      const end = extension === "ts" ? ".ts" : "";
      for (const { path, text, imports } of runtime) {
        const found = emitted.get(path) ?? "";
        const specifiers = parseSource(path, found).imports.map(
          ({ specifier }) => specifier,
        );
        const wanted = imports.map(({ specifier, target }) =>
          target === undefined ? specifier : specifier.replace(/\.js$/, end),
        );
        expect(specifiers, path).toEqual(wanted);
        const without = (source: string) =>
          source.replaceAll(/"\.\/[\w./-]+"/g, (specifier) =>
            specifier.replace(/(\.js|\.ts)?"$/, '"'),
          );
        expect(without(found).endsWith(without(text)), path).toBe(true);
      }
    },
  );

  it("holds what its entries import and no more", async () => {
    for (const entry of ["client.ts", "http-client.ts", "node-main.ts"]) {
      const emitted = await readEmitted([entry], "js");
      const closure = importClosure(runtime, [`src/runtime/${entry}`]);
      expect([...emitted.keys()].sort(), entry).toEqual(closure);
    }
  });
});

/** What the generator emits for the entries, by the path of the source. */
async function readEmitted(
  entries: readonly string[],
  extension: "js" | "ts" | "none",
): Promise<Map<string, string>> {
  const files = await runtimeFiles(entries, "src", extension);
  return new Map(
    files
      .filter(({ path }) => path.endsWith(".ts"))
      .map(({ path, text }) => [path, text]),
  );
}

describe("the checks", () => {
  const parse = (files: { [path: string]: string }) =>
    Object.entries(files).map(([path, text]) => parseSource(path, text));

  it("see an import of a later layer, of no file, and a file without a layer", () => {
    const files = parse({
      "src/a.ts": `import { b } from "./b/b.js";\nimport { c } from "./c.js";`,
      "src/b/b.ts": `export type B = import("../a.js").A;`,
      "src/d.ts": "",
    });
    expect(
      againstLayers(files, [
        { name: "low", files: ["src/a.ts"] },
        { name: "high", files: ["src/b/"] },
      ]),
    ).toEqual([
      'src/a.ts:1 imports src/b/b.ts of a later layer, "high"',
      "src/a.ts:2 imports src/c.ts, which is no file",
      "src/d.ts: in no layer of test/layers.ts",
    ]);
  });

  it("take the closest pattern for a file's layer", () => {
    const list = ["src/x/a-b.ts", "src/x/a-*.ts", "src/x/*.ts", "src/"].map(
      (pattern) => ({
        name: pattern,
        files: [pattern],
      }),
    );
    const paths = [
      "src/x/a-b.ts",
      "src/x/a-c.ts",
      "src/x/d.ts",
      "src/x/y/d.ts",
      "test/d.ts",
    ];
    expect(paths.map((path) => layerOf(path, [...list].reverse()))).toEqual([
      3, 2, 1, 0, -1,
    ]);
  });

  it("see a cycle of type imports and re-exports", () => {
    const files = parse({
      "src/a.ts": `import type { B } from "./b.js";`,
      "src/b.ts": `export { c } from "./c.js";`,
      "src/c.ts": `export const c = async () => import("./a.js");`,
    });
    expect(cycles(files)).toEqual([
      "src/a.ts → src/b.ts → src/c.ts → src/a.ts",
    ]);
  });

  it("tell a type import from one of values", () => {
    const [file] = parse({
      "src/generator/a.ts": [
        `import type { A } from "../runtime/a.js";`,
        `import { type A } from "../runtime/a.js";`,
        `export type { A } from "../runtime/a.js";`,
        `type B = import("../runtime/a.js").B;`,
        `import { a, type A } from "../runtime/a.js";`,
        `import "../runtime/a.js";`,
        `import * as all from "../runtime/a.js";`,
        `void import("../runtime/a.js");`,
      ].join("\n"),
    });
    const value = file!.imports
      .filter(({ typeOnly }) => !typeOnly)
      .map(({ line }) => line);
    expect(value).toEqual([5, 6, 7, 8]);
    expect(typesOnlyFromRuntime([file!])).toHaveLength(4);
    expect(
      runtimeAlone(
        parse({ "src/runtime/a.ts": `import "zod"; import "../x.js";` }),
      ),
    ).toHaveLength(2);
  });

  it("see long functions, any, versions, default exports and vague names", () => {
    const lines = "  void 0;\n".repeat(60);
    const [file] = parse({
      "src/Big/utils.ts": [
        `export default function a() {}`,
        `export * from "./b.js";`,
        `export * as b from "./b.js";`,
        `const c = 1; export { c as default };`,
        `type Any = Record<string, any>; // any, of 2024-11-05`,
        "const v = `${c} 2024-11-05`;",
        `const long = () => {\n${lines}};`,
      ].join("\n"),
    });
    expect(unnamedExports([file!])).toHaveLength(4);
    expect(anyTypes([file!])).toEqual(["src/Big/utils.ts:5 says any"]);
    expect(versionLiterals([file!])).toEqual([
      "src/Big/utils.ts:6 names the version 2024-11-05",
    ]);
    expect(longFunctions(60)([file!])).toEqual([
      "src/Big/utils.ts:7 has a function of 62 lines",
    ]);
    expect(longFiles(60)([file!])).toEqual(["src/Big/utils.ts:1 has 68 lines"]);
    expect(vagueNames([file!])).toHaveLength(1);
  });
});
