/** Writes every generated file of this repository that is not the output of a build. */
import { generateSchemas } from "./generate-schema.js";

generateSchemas();
