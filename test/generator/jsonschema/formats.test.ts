import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { JsonValue } from "../../../src/generator/json.js";
import {
  compileDefinitions,
  type CompileRequest,
} from "../../../src/generator/jsonschema/compile.js";
import { formats } from "../../../src/generator/jsonschema/form/formats.js";
import { accepts } from "../../../src/generator/jsonschema/form/judge.js";
import { readSchemas } from "../../../src/generator/jsonschema/read/read.js";
import { createNames } from "../../../src/generator/names.js";
import type { Issue } from "../../../src/runtime/validate.js";
import { bundleEmitted } from "../../support/bundle-emitted.js";
import {
  compileMany,
  compileOne,
  load,
} from "../../support/compiled-schema.js";
import { emitRuntime, emitText } from "../../support/emitted.js";
import {
  drafts,
  suiteDocuments,
  suiteFolder,
  suiteGroups,
  type Draft,
} from "../../support/json-schema-suite.js";
import { runNode } from "../../support/run.js";
import { temporary } from "../../support/temporary.js";

const asserted = { formats: "assertion" } as const;

async function verdict(
  schema: JsonValue,
  value: unknown,
  options: Partial<CompileRequest> = asserted,
): Promise<boolean> {
  const [check] = await load([compileOne(schema, options)]);
  return check?.(value) === true;
}

async function issuesOf(schema: JsonValue, value: unknown) {
  const issues: Issue[] = [];
  const [check] = await load([compileOne(schema, asserted)]);
  check?.(value, issues);
  return issues;
}

describe("an asserted format", () => {
  test("is asked for, else an annotation", async () => {
    const schema = { format: "date" };
    expect(await verdict(schema, "today")).toBe(false);
    expect(await verdict(schema, "today", {})).toBe(true);
    const annotation = { formats: "annotation" } as const;
    expect(await verdict(schema, "today", annotation)).toBe(true);
  });

  test("is told of in a sentence with an example", async () => {
    const at = { type: "string", format: "date-time" };
    const schema = { properties: { at } };
    expect(await issuesOf(schema, { at: "today" })).toEqual([
      {
        instance: "/at",
        schema: "/properties/at/format",
        keyword: "format",
        message: "must be a date-time such as 2026-07-28T12:00:00Z",
      },
    ]);
    expect(await issuesOf({ not: { format: "ipv4" } }, "192.0.2.1")).toEqual([
      expect.objectContaining({
        message: "must not be an IPv4 address such as 192.0.2.1",
      }),
    ]);
  });

  test("says nothing of values that are no strings", async () => {
    const schemas = [...formats.keys()].map((format) => ({ format }));
    const checks = await load(compileMany(schemas, asserted));
    for (const value of [1, null, true, {}, []]) {
      expect(checks.every((check) => check(value))).toBe(true);
    }
  });

  test("counts beside a reference, but not in draft-07", async () => {
    const beside = { $ref: "#/$defs/a", format: "ipv4", $defs: { a: {} } };
    expect(await verdict(beside, "x")).toBe(false);
    const old = { $schema: drafts.draft7, ...beside };
    expect(await verdict(old, "x")).toBe(true);
  });

  test("is an annotation where nobody knows it", async () => {
    expect(await verdict({ format: "telephone" }, "x")).toBe(true);
    expect(await verdict({ format: "constructor" }, "x")).toBe(true);
  });

  test("leaves the type as it is, and imports what it calls alone", () => {
    const schema = { type: "string", format: "ipv6" };
    const plain = compileOne(schema);
    const checked = compileOne(schema, asserted);
    expect(checked.types).toBe(plain.types);
    expect(plain.validatorImports).not.toContain("isIpv6");
    const known = new Set([...formats.values()].map(({ name }) => name));
    const called = checked.validatorImports.filter((name) => known.has(name));
    expect(called).toEqual(["isIpv6"]);
  });

  test("rules a default that it refuses out", () => {
    const schema = {
      properties: {
        from: { format: "date", default: "2026-07-28" },
        to: { format: "date", default: "tomorrow" },
      },
    };
    const { defaults, problems } = compileOne(schema, asserted);
    expect(defaults).toEqual({
      properties: { from: { default: "2026-07-28" } },
    });
    expect(problems.map(({ code, pointer }) => [code, pointer])).toEqual([
      ["SCHEMA_DEFAULT_INVALID", "/properties/to/default"],
    ]);
    expect(compileOne(schema).problems).toEqual([]);
  });

  test("is an annotation in the definitions of the protocol", () => {
    const { validator } = compileDefinitions(
      { Icon: { type: "string", format: "uri" } },
      { names: createNames(), validators: ["Icon"] },
    );
    expect(validator).not.toContain("isUri");
  });
});

describe("a vocabulary", () => {
  const judge = (vocabulary: JsonValue, draft: Draft = "draft2020-12") => {
    const meta = { $schema: drafts[draft], $vocabulary: vocabulary };
    const documents = new Map<string, JsonValue>([
      ["https://meta.test/", meta],
    ]);
    const schema = { $schema: "https://meta.test/", format: "ipv4" };
    return verdict(schema, "x", { documents });
  };
  const base = "https://json-schema.org/draft";

  test.each([true, false])("format-assertion: %s asserts", async (value) => {
    const name = `${base}/2020-12/vocab/format-assertion`;
    expect(await judge({ [name]: value })).toBe(false);
  });

  test("format-annotation does not", async () => {
    const name = `${base}/2020-12/vocab/format-annotation`;
    expect(await judge({ [name]: true })).toBe(true);
  });

  test("format of 2019-09 asserts when it is required", async () => {
    const name = `${base}/2019-09/vocab/format`;
    expect(await judge({ [name]: true }, "draft2019-09")).toBe(false);
    expect(await judge({ [name]: false }, "draft2019-09")).toBe(true);
  });
});

/** The client lets bad input out and the server bad output, so that each meets what the other sends. */
const manifest = `server: { name: clock, version: 1.0.0 }
formats: assertion
validate: { client: { input: off }, server: { output: off } }
tools:
  wait:
    inputSchema:
      type: object
      properties:
        until: { type: string, format: date-time }
        match: { type: string, format: regex }
    outputSchema:
      type: object
      properties: { at: { type: string, format: date-time } }
      required: [at]
`;

const app = `
import { connectClock } from "./out/clock/client.js";
import { createClockServer } from "./out/clock/server.js";
import { linked } from "./out/runtime/linked.js";
const wait = ({ until }) => ({ at: until ?? "later" });
const server = createClockServer({ handlers: { tools: { wait } }, app: {} });
const client = await connectClock(linked(server));
const said = [];
for (const input of [
  { until: "2026-07-28T12:00:00Z", match: "^a" },
  { until: "today", match: "(" },
  {},
]) {
  const { at, message } = await client.tools.wait(input).catch((error) => error);
  said.push(at ?? message);
}
await client.close();
console.log(JSON.stringify(said));
`;

describe("formats: assertion in a manifest", () => {
  test("makes server and client refuse, where no code may be made from text", async () => {
    const server = await emitText(manifest);
    expect(server.diagnostics).toEqual([]);
    const files = [...server.files, ...(await emitRuntime([server]))];
    const folder = await temporary();
    const file = join(folder, "app.mjs");
    await writeFile(file, await bundleEmitted(files, app, "node"));
    const strict = "--disallow-code-generation-from-strings";
    const { stdout, stderr } = await runNode([strict, file]);
    expect(stderr).toBe("");
    expect(JSON.parse(stdout)).toEqual([
      "2026-07-28T12:00:00Z",
      expect.stringContaining(
        "/until must be a date-time such as 2026-07-28T12:00:00Z; /match must be a regular expression such as ^[a-z]+$",
      ),
      expect.stringContaining(
        "/at must be a date-time such as 2026-07-28T12:00:00Z",
      ),
    ]);
  });

  test("adds the files of the formats that are used", async () => {
    const emittedFormats = async (text: string) => {
      const files = await emitRuntime([await emitText(text)]);
      const names = files.map(({ path }) => path.split("/").at(-1) ?? "");
      return names.filter((name) => name.startsWith("format-"));
    };
    expect(await emittedFormats(manifest)).toEqual([
      "format-regex.ts",
      "format-time.ts",
    ]);
    const plain = manifest.replace("formats: assertion\n", "");
    expect(await emittedFormats(plain)).toEqual([]);
  });
});

const suite = suiteFolder();

describe.skipIf(suite === undefined)(
  "the official suite's optional formats (beside the project)",
  () => {
    for (const draft of Object.keys(drafts) as Draft[]) {
      test(draft, { timeout: 120_000 }, async () => {
        const groups = suiteGroups(suite ?? "", draft, true).filter(
          ({ file }) => /^optional\/format[/-]/.test(file),
        );
        const documents = suiteDocuments(suite ?? "");
        const schemas = groups.map(({ schema }) => schema);
        const options = { documents, ...asserted };
        const checks = await load(compileMany(schemas, options));
        const wrong: string[] = [];
        let count = 0;
        groups.forEach((group, index) => {
          const schema = schemas[index] as JsonValue;
          const [root] = readSchemas({
            schema,
            base: "x:/",
            documents,
            assertsFormats: true,
          }).schemas;
          for (const { description, data, valid } of group.tests) {
            count++;
            const title = `${group.file}: ${group.description}: ${description}`;
            if (checks[index]?.(data) !== valid) wrong.push(title);
            if (root === undefined || accepts(root, data) !== valid) {
              wrong.push(`${title} (judge)`);
            }
          }
        });
        console.info(`${draft}: ${count} cases of formats`);
        expect(wrong).toEqual([]);
      });
    }
  },
);
