import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { compile } from "json-schema-to-typescript";
import { isJsonObject, type JsonValue } from "../../src/generator/json.js";
import { root } from "../../test/support/project.js";
import type { TypeCompiler } from "./type-compiler.js";

/** A peer, or how to get it. */
export type Peer =
  TypeCompiler | { readonly name: string; readonly missing: string };

const folder = join(root, "bench/peers");
const require = createRequire(join(folder, "package.json"));

/** Every peer; the ones of bench/peers only where they are installed. */
export function peers(): readonly Peer[] {
  return [
    jsonSchemaToTypescript,
    peer("json-schema-to-zod", jsonSchemaToZod),
    peer("typebox", typebox),
    peer("quicktype-core", quicktype),
  ];
}

function peer(name: string, open: () => TypeCompiler["compile"]): Peer {
  return existsSync(join(folder, "node_modules", name))
    ? { name, compile: open() }
    : { name, missing: "not installed: npm run bench:peers" };
}

const jsonSchemaToTypescript: TypeCompiler = {
  name: "json-schema-to-typescript",
  compile: async (schema, documents) => {
    // a root title would take the place of the name that is asked for
    const { title: _title, ...untitled } = isJsonObject(schema) ? schema : {};
    const named = isJsonObject(schema) ? untitled : schema;
    const read = ({ url }: { readonly url: string }) =>
      JSON.stringify(documents.get(url));
    const text = await compile(named as Parameters<typeof compile>[0], "T", {
      format: false,
      $refOptions: {
        resolve: {
          file: false,
          http: { order: 1, canRead: /^https?:/i, read },
        },
      },
    });
    return { text, type: "T" };
  },
};

function jsonSchemaToZod(): TypeCompiler["compile"] {
  const { jsonSchemaToZod: convert } = require("json-schema-to-zod") as {
    jsonSchemaToZod: (schema: JsonValue, options: object) => string;
  };
  return (schema) => ({
    text: convert(schema, { module: "esm", name: "T" }),
    type: "z.input<typeof T>",
  });
}

function typebox(): TypeCompiler["compile"] {
  return (schema) => ({
    text: [
      'import type { XStatic } from "typebox/schema";',
      `const schema = ${JSON.stringify(schema)} as const;`,
      "type T = XStatic<typeof schema>;",
    ].join("\n"),
    type: "T",
  });
}

/** The part of quicktype-core that is used here. */
type Quicktype = {
  readonly JSONSchemaInput: new (store: object | undefined) => {
    readonly addSource: (source: object) => Promise<void>;
  };
  readonly JSONSchemaStore: new () => object;
  readonly InputData: new () => { readonly addInput: (input: object) => void };
  readonly quicktype: (
    options: object,
  ) => Promise<{ readonly lines: readonly string[] }>;
};

function quicktype(): TypeCompiler["compile"] {
  const q = require("quicktype-core") as Quicktype;
  return async (schema, documents) => {
    class Store extends q.JSONSchemaStore {
      async fetch(address: string) {
        return documents.get(address.replace(/#$/, ""));
      }
    }
    const source = new q.JSONSchemaInput(new Store());
    await source.addSource({ name: "T", schema: JSON.stringify(schema) });
    const inputData = new q.InputData();
    inputData.addInput(source);
    const { lines } = await q.quicktype({
      inputData,
      lang: "typescript",
      rendererOptions: { "runtime-typecheck": "false" },
    });
    // the type of a root that is no object has no name but at the converter
    return {
      text: lines.join("\n"),
      type: 'ReturnType<(typeof Convert)["toT"]>',
    };
  };
}
