import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { diagnostic, type Diagnostic } from "../generator/diagnostic.js";
import { errorCode, systemReason } from "../generator/error-code.js";
import { exitCode, type ExitCode } from "./exit-code.js";
import { printDiagnostics } from "./print-result.js";
import type { CommonArguments, Surroundings } from "./verb.js";

/** What `init` takes. */
export type InitArguments = CommonArguments & {
  /** Where the manifest goes, relative to `cwd`. */
  readonly manifest: string;
};

/** `mcpgen init`: writes a commented manifest that builds as it is. Never overwrites. */
export function init(
  { manifest, cwd, json, quiet }: InitArguments,
  { terminal }: Surroundings,
): ExitCode {
  const template = new URL("../../templates/manifest.yaml", import.meta.url);
  const problem = writeNew(
    resolve(cwd, manifest),
    manifest,
    readFileSync(template, "utf8"),
  );
  const code = problem ? exitCode.diagnostics : exitCode.done;
  const diagnostics = problem ? [problem] : [];
  if (json) {
    const files = problem
      ? []
      : [{ path: manifest, action: "created", owner: "user" }];
    terminal.out(`${JSON.stringify({ exitCode: code, diagnostics, files })}\n`);
    return code;
  }
  printDiagnostics(terminal, diagnostics);
  if (!problem && !quiet) {
    const named = manifest === "manifest.yaml" ? "" : ` ${manifest}`;
    terminal.err(`wrote ${manifest}; now run "mcpgen build${named}"\n`);
  }
  return code;
}

function writeNew(
  path: string,
  file: string,
  text: string,
): Diagnostic | undefined {
  // The comments are the point of it, and JSON has none.
  if (file.toLowerCase().endsWith(".json"))
    return diagnostic("INIT_NOT_YAML", { file }, { file });
  try {
    writeFileSync(path, text, { flag: "wx" });
    return undefined;
  } catch (error) {
    if (errorCode(error) === "EEXIST") {
      return diagnostic("INIT_EXISTS", { file }, { file });
    }
    const reason = systemReason(error);
    return diagnostic("WRITE_FAILED", { file }, { reason });
  }
}
