import { existsSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { takeBuildLock } from "./build-lock.js";
import { diagnostic, hasErrors, type Diagnostic } from "./diagnostic.js";
import { hashText } from "./hash.js";
import { plan, type PlannedFile } from "./plan.js";
import { checkVersion, type VersionText } from "./protocol/check-version.js";
import {
  inheritedNotes,
  ownSchemasBeside,
  readProtocols,
} from "./protocol/read-protocols.js";
import {
  bundledSchemas,
  isVersionName,
  ownSchemasName,
  versionsIn,
} from "./schema-folder.js";
import { readSnapshot } from "./snapshot.js";
import { recover, write } from "./write.js";

/** A version of the protocol that is to lie beside a manifest. */
export type NewVersion = {
  readonly version: string;
  readonly schema: VersionText;
  /** Default the wire facts that it has already, or those of its era. */
  readonly wire: VersionText | undefined;
  /** Replaces what is there, or takes the place of a version of the package. */
  readonly force: boolean;
};

/** What became of it. */
export type AddedVersion = {
  /** Relative to the manifest's folder, with `/`. */
  readonly files: readonly Pick<PlannedFile, "path" | "action">[];
  readonly diagnostics: readonly Diagnostic[];
};

/**
 * Puts a version into `schema/<version>/` beside the manifest that diagnostics print
 * as `label`, all of it or nothing, once it is sure that a build can use it. Errors:
 * PROTOCOL_VERSION_ODD, PROTOCOL_VERSION_TAKEN, PROTOCOL_UNFIT, and those of writing.
 */
export async function addVersion(
  folder: string,
  label: string,
  added: NewVersion,
): Promise<AddedVersion> {
  const { version, schema, wire, force } = added;
  const stop = (diagnostics: readonly Diagnostic[]): AddedVersion => ({
    files: [],
    diagnostics,
  });
  if (!isVersionName(version)) {
    const at = { file: schema.label };
    return stop([diagnostic("PROTOCOL_VERSION_ODD", at, { version })]);
  }
  const texts = new Map([["schema.json", schema.text]]);
  if (wire !== undefined) texts.set("wire.json", wire.text);
  const taken = force ? undefined : takenBy(folder, version, texts);
  if (taken !== undefined) {
    const at = { file: schema.label };
    const params = { version, own: taken === "user" };
    return stop([diagnostic("PROTOCOL_VERSION_TAKEN", at, params)]);
  }
  const problems = checkVersion(version, {
    "schema.json": schema,
    "wire.json": wire,
    "corrections.json": correctionsOf(folder, label, version),
  });
  if (hasErrors(problems)) return stop(problems);
  const prefix = label.slice(0, label.lastIndexOf("/") + 1);
  const wanted = [...texts].map(([file, text]) => ({
    path: posix.join(ownSchemasName, version, file),
    text,
    owner: "generated" as const,
  }));
  const written = await writeAll(folder, prefix, wanted);
  if (hasErrors(written.diagnostics)) return stop(written.diagnostics);
  const notes = noteOf(folder, label, version);
  return { ...written, diagnostics: [...written.diagnostics, ...notes] };
}

/** Whose the version is already; undefined where it is free, or is there with the same texts. */
function takenBy(
  folder: string,
  version: string,
  texts: ReadonlyMap<string, string>,
): "user" | "package" | undefined {
  const own = join(folder, ownSchemasName, version);
  if (existsSync(join(own, "schema.json"))) {
    const same = [...texts].every(([file, text]) => {
      const path = join(own, file);
      return (
        existsSync(path) && hashText(readFileSync(path)) === hashText(text)
      );
    });
    return same ? undefined : "user";
  }
  return versionsIn(bundledSchemas).includes(version) ? "package" : undefined;
}

/** The user's own mends stay, and have to fit the new schema. */
function correctionsOf(
  folder: string,
  label: string,
  version: string,
): VersionText | undefined {
  const path = posix.join(ownSchemasName, version, "corrections.json");
  const file = join(folder, path);
  if (!existsSync(file)) return undefined;
  const text = readFileSync(file, "utf8");
  return { label: posix.join(posix.dirname(label), path), text };
}

async function writeAll(
  folder: string,
  prefix: string,
  wanted: Parameters<typeof plan>[0],
): Promise<AddedVersion> {
  const lock = await takeBuildLock(folder, prefix);
  if ("problem" in lock) return { files: [], diagnostics: [lock.problem] };
  try {
    const notes = recover(folder, { prefix });
    const paths = wanted.map(({ path }) => path);
    // What may be replaced was decided by the version, not by each file.
    const planned = plan(wanted, new Map(), readSnapshot(folder, paths), {
      force: true,
      prefix,
    });
    const found = [...notes, ...planned.diagnostics];
    const failed = hasErrors(found)
      ? []
      : write(folder, planned.files, { prefix });
    const files = planned.files.map(({ path, action }) => ({ path, action }));
    return { files, diagnostics: [...found, ...failed] };
  } finally {
    lock.release();
  }
}

function noteOf(
  folder: string,
  label: string,
  version: string,
): readonly Diagnostic[] {
  const own = ownSchemasBeside(folder, label);
  return inheritedNotes(readProtocols(own, [version]), own, [version]);
}
