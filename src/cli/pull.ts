import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import {
  diagnostic,
  hasErrors,
  type Diagnostic,
} from "../generator/diagnostic.js";
import { systemReason } from "../generator/error-code.js";
import { byCodeUnit } from "../generator/json.js";
import { folderName } from "../generator/manifest/capture.js";
import { readConfig } from "../generator/pull/config-file.js";
import { pullManifest } from "../generator/pull/pull-manifest.js";
import type { ServerSource } from "../generator/pull/server-source.js";
import { exitCode, type ExitCode } from "./exit-code.js";
import { printPull, type PulledFile, reportPull } from "./print-pull.js";
import { openProgress } from "./progress.js";
import { type ServerFlags, sourceOf } from "./server-flags.js";
import { UsageError } from "./usage.js";
import type { CommonArguments, Surroundings } from "./verb.js";

/** What `pull` takes. */
export type PullArguments = CommonArguments & {
  readonly flags: ServerFlags;
  /** Config file, relative to `cwd`, in the place of a server of its own. */
  readonly from: string | undefined;
  /** Names of the config file's servers; empty for all. */
  readonly server: readonly string[];
  readonly output: string | undefined;
  readonly check: boolean;
  readonly force: boolean;
};

/** A server to ask, the manifest it goes to, and what it is called in a new one. */
type Target = {
  readonly source: ServerSource;
  readonly file: string;
  readonly name?: string;
};

/** `mcpgen pull`: one server after the other, and the next one whatever became of the one before. */
export async function pull(
  args: PullArguments,
  { terminal }: Surroundings,
): Promise<ExitCode> {
  const { targets, problems } =
    args.from === undefined ? oneTarget(args) : configured(args, args.from);
  const stopped = new AbortController();
  const stop = (): void => stopped.abort();
  process.once("SIGINT", stop).once("SIGTERM", stop);
  const progress = openProgress(terminal, args.quiet || args.json);
  const pulled: PulledFile[] = [];
  for (const { source, file, name } of targets) {
    progress.show(`asking the server of ${file}`);
    const end = await pullManifest({
      source,
      path: resolve(args.cwd, file),
      file,
      name,
      check: args.check,
      force: args.force,
      timeoutMs: args.flags.timeout * 1000,
      signal: stopped.signal,
    });
    pulled.push({ ...end, file });
  }
  progress.end();
  process.off("SIGINT", stop).off("SIGTERM", stop);
  const diagnostics = [
    ...problems,
    ...pulled.flatMap((one) => one.diagnostics),
  ];
  const code = codeOf(args, pulled, diagnostics);
  if (args.json) terminal.out(reportPull(code, pulled, diagnostics));
  else printPull(terminal, args, pulled, diagnostics);
  return code;
}

function codeOf(
  { check }: PullArguments,
  pulled: readonly PulledFile[],
  diagnostics: readonly Diagnostic[],
): ExitCode {
  if (hasErrors(diagnostics)) return exitCode.diagnostics;
  const drifts = pulled.some(({ drift }) => drift.length > 0);
  return check && drifts ? exitCode.stale : exitCode.done;
}

type Targets = {
  readonly targets: readonly Target[];
  readonly problems: readonly Diagnostic[];
};

function oneTarget({ flags, server, output, cwd }: PullArguments): Targets {
  if (server.length > 0) throw new UsageError("--server is for --from");
  const source = sourceOf(flags, cwd, process.env);
  if (source === undefined)
    throw new UsageError("Name a server by --command, --url or --from");
  return {
    targets: [{ source, file: output ?? "manifest.yaml" }],
    problems: [],
  };
}

/** A manifest for each server of the file, named after it. */
function configured(args: PullArguments, from: string): Targets {
  const { command, url } = args.flags;
  if (command !== undefined || url !== undefined)
    throw new UsageError("--from excludes --command and --url");
  const path = resolve(args.cwd, from);
  const text = readText(path, from);
  if (typeof text !== "string") return { targets: [], problems: [text] };
  const read = readConfig({ text, path, file: from, environment: process.env });
  if ("problem" in read) return { targets: [], problems: [read.problem] };
  const names = read.map(({ name }) => name);
  const problems: Diagnostic[] = unknownServers(args.server, names, from);
  const owners = new Map<string, string>();
  const targets: Target[] = [];
  for (const one of [...read].sort((a, b) => byCodeUnit(a.name, b.name))) {
    const { name } = one;
    if (args.server.length > 0 && !args.server.includes(name)) continue;
    const file = join(
      args.output ?? ".",
      `${folderName(name)}.yaml`,
    ).replaceAll("\\", "/");
    const other = owners.get(file.toLowerCase());
    owners.set(file.toLowerCase(), name);
    if ("problem" in one) problems.push(one.problem);
    else if (other === undefined)
      targets.push({ source: one.source, file, name });
    else
      problems.push(
        diagnostic("PULL_FILE_TWICE", { file: from }, { name, other }),
      );
  }
  return { targets, problems };
}

function unknownServers(
  wanted: readonly string[],
  known: readonly string[],
  file: string,
): Diagnostic[] {
  return wanted
    .filter((name) => !known.includes(name))
    .map((server) =>
      diagnostic("CONFIG_SERVER_UNKNOWN", { file }, { server, known }),
    );
}

function readText(path: string, file: string): string | Diagnostic {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const reason = systemReason(error);
    return diagnostic("MANIFEST_UNREADABLE", { file }, { reason });
  }
}
