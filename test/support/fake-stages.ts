import { existsSync, readFileSync } from "node:fs";
import { diagnostic } from "../../src/generator/diagnostic.js";
import type { Stages } from "../../src/generator/generate.js";
import type { Manifest } from "../../src/generator/manifest/manifest.js";
import type { OutputFile } from "../../src/generator/output-file.js";

/** What a manifest says in tests of the pipeline's tail: JSON, and nothing is checked. */
type FakeManifest = {
  readonly name: string;
  readonly out?: string;
  readonly tools?: readonly string[];
  readonly runtime?: readonly string[];
  readonly importExtension?: "js" | "ts" | "none";
  /** What the text of every generated file says. */
  readonly says?: string;
};

/** Stages that make a file per tool, a handler per tool and the runtime files that are named. */
export function fakeStages(
  fingerprint = "fake",
  canSkip = true,
): Stages & { calls: string[] } {
  const calls: string[] = [];
  const fakes = new WeakMap<Manifest, FakeManifest>();
  return {
    calls,
    fingerprint: () => fingerprint,
    canSkip,
    load: async (path, label) => {
      calls.push(`load ${label}`);
      const locate = () => ({ file: label });
      if (!existsSync(path)) {
        const at = { file: label };
        const problem = diagnostic("MANIFEST_MISSING", at, { file: label });
        return { sources: [path], locate, diagnostics: [problem] };
      }
      const fake = JSON.parse(readFileSync(path, "utf8")) as FakeManifest;
      const manifest = { server: { name: fake.name } } as unknown as Manifest;
      fakes.set(manifest, fake);
      return { manifest, sources: [path], locate, diagnostics: [] };
    },
    generate: async (manifest, context) => {
      calls.push(`generate ${manifest.server.name}`);
      const fake = fakes.get(manifest) as FakeManifest;
      const { name, out = "out", tools = [], says = "hello" } = fake;
      const generated = tools.map((tool): OutputFile => {
        const path = `${out}/${name}/${tool}.ts`;
        return { path, text: `// ${tool} ${says}\n`, owner: "generated" };
      });
      const handlers = tools.map((tool): OutputFile => {
        const path = `handlers/${name}/${tool}.ts`;
        const text = `export const ${tool} = 1;\n`;
        const wanted = { name: tool, declare: () => text };
        return { path, text, owner: "user", export: wanted };
      });
      const names = tools.map((tool): [string, string] => [tool, tool]);
      const identifiers = {
        tools: {
          ...context.identifiers["tools"],
          ...Object.fromEntries(names),
        },
      };
      const record = {
        manifest: context.path,
        out,
        importExtension: fake.importExtension ?? "js",
        runtime: fake.runtime ?? ["client.ts"],
        identifiers,
      };
      return { files: [...generated, ...handlers], record, diagnostics: [] };
    },
    share: async (out, servers) => {
      const names = new Set(servers.flatMap((server) => server.runtime));
      return [...names].map((name) => ({
        path: `${out}/runtime/${name}`,
        text: `// runtime ${name}\n`,
        owner: "generated",
      }));
    },
  };
}
