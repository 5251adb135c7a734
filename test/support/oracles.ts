import {
  registerSchema,
  unregisterSchema,
  validate,
} from "@hyperjump/json-schema/draft-2020-12";
import "@hyperjump/json-schema/draft-2019-09";
import "@hyperjump/json-schema/draft-07";
import { Ajv, type Options } from "ajv";
import { Ajv2019 } from "ajv/dist/2019.js";
import { Ajv2020 } from "ajv/dist/2020.js";
import { isJsonObject, type JsonValue } from "../../src/generator/json.js";
import { drafts, type Draft } from "./json-schema-suite.js";

/** Whether an instance is valid; it may throw where the oracle gives up. */
export type Verdict = (instance: unknown) => boolean;

/** A validator of other people's making, or why it refuses the schema. */
export type Oracle = (
  schema: JsonValue,
  draft: Draft,
) => Promise<Verdict | { readonly refused: string }>;

/** The class for each draft. */
export const ajvOf = {
  "draft2020-12": Ajv2020,
  "draft2019-09": Ajv2019,
  draft7: Ajv,
};

/**
 * A new Ajv for each schema: one that lives on remembers every `$id` that it met.
 * The meta-schema is left to hyperjump, for it would cost more than the schema.
 */
export function openAjv(draft: Draft, options: Options = {}): Ajv {
  return new ajvOf[draft]({
    ownProperties: true,
    strict: false,
    validateFormats: false,
    validateSchema: false,
    meta: false,
    logger: false,
    ...options,
  });
}

/** Ajv without formats, own properties only, as our validators see values. */
export const ajv: Oracle = async (schema, draft) => {
  try {
    return openAjv(draft).compile(schema as object | boolean);
  } catch (error) {
    return { refused: messageOf(error) };
  }
};

let registered = 0;

/** Hyperjump, which holds the schema against its meta-schema too. */
export const hyperjump: Oracle = async (schema, draft) => {
  const uri = `https://oracle.example/${registered++}`;
  const dialect = drafts[draft];
  try {
    registerSchema(
      schema as Parameters<typeof registerSchema>[0],
      uri,
      dialect,
    );
    const check = await validate(uri);
    return (instance) => check(instance as never).valid;
  } catch (error) {
    return { refused: messageOf(error) };
  } finally {
    unregisterSchema(uri);
  }
};

/** The draft that a schema names with `$schema`; 2020-12 where it names none. */
export function draftOf(schema: JsonValue): Draft {
  const uri = isJsonObject(schema) ? schema["$schema"] : undefined;
  const found = Object.entries(drafts).find(([, known]) => known === uri);
  return (found?.[0] ?? "draft2020-12") as Draft;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
