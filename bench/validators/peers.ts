import { runInThisContext } from "node:vm";
import addFormats from "ajv-formats";
import type { JsonValue } from "../../src/generator/json.js";
import { drafts } from "../../test/support/json-schema-suite.js";
import { ajvOf } from "../../test/support/oracles.js";
import { importPeer } from "../installed.js";
import { assertsFormats, type Open } from "./contender.js";

/** `strict: false` for the keywords of other tools, `ownProperties` for names such as `toString`. */
export const openAjv: Open = ({ draft, documents }) => {
  const loadSchema = async (uri: string) => {
    const found = documents.get(uri);
    if (typeof found !== "object") throw new Error(`no document ${uri}`);
    return found as object;
  };
  return async (group) => {
    const validateFormats = assertsFormats(group);
    const ajv = new ajvOf[draft]({
      strict: false,
      ownProperties: true,
      logger: false,
      validateFormats,
      loadSchema,
    });
    if (validateFormats) addFormats.default(ajv);
    const { schema } = group;
    const check =
      typeof schema === "boolean"
        ? ajv.compile(schema)
        : await ajv.compileAsync(schema as object);
    return (instance) => check(instance);
  };
};

type Hyperjump = {
  registerSchema: (schema: JsonValue, uri: string, dialect: string) => void;
  validate: (
    uri: string,
  ) => Promise<(instance: JsonValue) => { readonly valid: boolean }>;
  setShouldValidateFormat: (flag: boolean | undefined) => void;
};

// its registry is one for the whole process
let registered = 0;

/** Every dialect that it has and the documents refer to, formats loaded and switched on where they are asked for. */
export const openHyperjump: Open = async ({ draft, documents }) => {
  const name = "@hyperjump/json-schema";
  const dialects = ["draft-2020-12", "draft-2019-09", "draft-07", "draft-06"];
  const parts = [...dialects, "draft-04", "formats"];
  const modules: Hyperjump[] = [];
  for (const part of parts) modules.push(await importPeer(name, `/${part}`));
  const hyperjump = modules[0]!;
  const dialect = drafts[draft];
  for (const [uri, document] of documents) {
    // it brings the dialects' own schemas, and is not asked for draft-03 and v1
    if (/json-schema\.org|\/(draft3|v1)\//.test(uri)) continue;
    hyperjump.registerSchema(document, uri, dialect);
  }
  // undefined leaves it to the dialect's vocabularies, which draft-07 has none of
  const usual = draft === "draft7" ? false : undefined;
  return async (group) => {
    const uri = `https://suite.example/${registered++}`;
    hyperjump.registerSchema(group.schema, uri, dialect);
    const flag = assertsFormats(group) ? true : usual;
    hyperjump.setShouldValidateFormat(flag);
    const check = await hyperjump.validate(uri);
    return (instance) => check(instance).valid;
  };
};

type Schemasafe = {
  readonly default: {
    validator: (
      schema: JsonValue,
      options: object,
    ) => (instance: JsonValue) => boolean;
  };
};

/** It refuses a schema with a format that nobody registered. */
const formatsOfNone = Object.fromEntries(
  ["idn-email", "idn-hostname", "iri", "iri-reference"].map((name) => [
    name,
    () => true,
  ]),
);

/** `mode: "spec"`; the formats that it does not have are registered as annotations. */
export const openSchemasafe: Open = async ({ draft, documents }) => {
  const schemasafe = await importPeer<Schemasafe>("@exodus/schemasafe");
  return (group) =>
    schemasafe.default.validator(group.schema, {
      mode: "spec",
      isJSON: true,
      schemas: documents,
      $schemaDefault: drafts[draft],
      formatAssertion: assertsFormats(group),
      extraFormats: true,
      formats: formatsOfNone,
    });
};

type Ata = {
  readonly Validator: new (
    schema: JsonValue,
    options: object,
  ) => {
    validate: (instance: JsonValue) => { readonly valid: boolean };
  };
};

/** The semantics of the specification, as its page says how to get them. */
export const openAta: Open = async ({ documents }) => {
  const { Validator } = await importPeer<Ata>("ata-validator");
  const schemas = Object.fromEntries(documents);
  return (group) => {
    const validator = new Validator(group.schema, {
      assertFormat: assertsFormats(group),
      useDefaults: false,
      schemas,
    });
    return (instance) => validator.validate(instance).valid;
  };
};

type TypeboxSchema = {
  Compile: (
    documents: { readonly [uri: string]: JsonValue },
    schema: JsonValue,
  ) => { Check: (instance: JsonValue) => boolean };
};
type TypeboxFormat = { Clear: () => void; Reset: () => void };

/** It asserts what its registry of formats holds, so that is emptied where they are annotations. */
export const openTypebox: Open = async ({ documents }) => {
  const { Compile } = await importPeer<TypeboxSchema>("typebox", "/schema");
  const format = await importPeer<TypeboxFormat>("typebox", "/format");
  const context = Object.fromEntries(documents);
  return (group) => {
    if (assertsFormats(group)) format.Reset();
    else format.Clear();
    const validator = Compile(context, group.schema);
    return (instance) => validator.Check(instance);
  };
};

type ToZod = {
  jsonSchemaToZod: (schema: JsonValue, options: object) => string;
};
type Zod = {
  readonly z: unknown;
};
type ZodSchema = {
  safeParse: (instance: JsonValue) => { readonly success: boolean };
};

/** Its output, run on zod 4, without defaults: they would change the instance. */
export const openToZod: Open = async () => {
  const { jsonSchemaToZod } = await importPeer<ToZod>("json-schema-to-zod");
  const { z } = await importPeer<Zod>("zod");
  return (group) => {
    const options = { module: "none", zodVersion: 4, withoutDefaults: true };
    const text = jsonSchemaToZod(group.schema, options);
    const make = runInThisContext(`(z) => (${text})`) as (
      zod: unknown,
    ) => ZodSchema;
    const schema = make(z);
    return (instance) => schema.safeParse(instance).success;
  };
};
