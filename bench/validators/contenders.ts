import type { Open } from "./contender.js";
import { openOurs } from "./ours.js";
import {
  openAjv,
  openAta,
  openHyperjump,
  openSchemasafe,
  openToZod,
  openTypebox,
} from "./peers.js";

/** What this project is called among them. */
export const ours = "mcpgen";

/** Who runs, in the order of the table: ours first, then by package. */
export const contenders: ReadonlyMap<string, Open> = new Map([
  [ours, openOurs],
  ["ajv", openAjv],
  ["@hyperjump/json-schema", openHyperjump],
  ["@exodus/schemasafe", openSchemasafe],
  ["ata-validator", openAta],
  ["typebox", openTypebox],
  ["json-schema-to-zod", openToZod],
]);
