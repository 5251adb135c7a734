/** Writes every generated file of this repository that is not the output of a build. */
import { generateManifestTypes } from "./generate-manifest-types.js";
import { generateSchemas } from "./generate-schema.js";

generateSchemas();
await generateManifestTypes();
