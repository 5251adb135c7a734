import { code } from "../code.js";
import type { Contract } from "../contract.js";
import { createImports, type FileView } from "./module.js";

/** `verify.ts`: compares a live server with the manifest. Nothing imports it but the user. */
export function verifyFile(contract: Contract): FileView {
  const { use, print } = createImports(contract.manifest.importExtension);
  return {
    body: code`/** What the server lists at the moment, and what the manifest says otherwise; empty where they agree. */
export function verify(
  client: ${use("ClientHandle")},
  options?: ${use("CallOptions")},
): Promise<readonly ${use("Difference")}[]> {
  return ${use("compareLists")}(client, ${use("catalogue")}, ${use("serverProfiles")}, options);
}`,
    imports: print(),
  };
}
