import { openAdmission } from "./admit.js";
import { buildSchemas, type ReadRequest, type ReadResult } from "./build.js";

/** Reads schemas into the intermediate form. Never throws for a schema's sake; mistakes become problems. */
export function readSchemas(request: ReadRequest): ReadResult {
  return buildSchemas(request, openAdmission);
}
