import { isInnerPath } from "./inner-path.js";
import { isJsonObject, member, type JsonObject } from "./json.js";
import type { Accepted, Hashes, Lock, LockedServer } from "./lock.js";
import type { Identifiers } from "./server-record.js";

/** A key of the lock whose value is not what it should be. */
export type Wrong = { readonly key: string; readonly what: string };

/** Reads a lock's members. What is wrong is added to `wrong`; the result then means nothing. */
export function readLockShape(value: JsonObject, wrong: Wrong[]): Lock {
  const servers = objectAt(value, "servers", wrong);
  const shared = objectAt(value, "shared", wrong);
  return {
    servers: new Map(
      Object.keys(servers).map((name) => [
        name,
        readServer(objectAt(servers, name, wrong), wrong),
      ]),
    ),
    shared: new Map(
      Object.keys(shared).map((out) => [out, hashesAt(shared, out, wrong)]),
    ),
  };
}

function readServer(value: JsonObject, wrong: Wrong[]): LockedServer {
  const extension = stringAt(value, "importExtension", wrong);
  if (extension !== "js" && extension !== "ts" && extension !== "none") {
    wrong.push({ key: "importExtension", what: "is none of js, ts, none" });
  }
  return {
    manifest: pathAt(value, "manifest", wrong),
    out: pathAt(value, "out", wrong),
    importExtension: extension as LockedServer["importExtension"],
    runtime: stringsAt(value, "runtime", wrong),
    identifiers: readIdentifiers(objectAt(value, "identifiers", wrong), wrong),
    inputHash: stringAt(value, "inputHash", wrong),
    inputs: stringsAt(value, "inputs", wrong),
    files: hashesAt(value, "files", wrong),
    userFiles: hashesAt(value, "userFiles", wrong),
    ...(member(value, "accepted") !== undefined && {
      accepted: readAccepted(objectAt(value, "accepted", wrong), wrong),
    }),
  };
}

function readAccepted(value: JsonObject, wrong: Wrong[]): Accepted {
  const texts = (key: string): ReadonlyMap<string, string> => {
    if (member(value, key) === undefined) return new Map();
    const found = objectAt(value, key, wrong);
    return new Map(
      Object.keys(found).map((one) => [one, stringAt(found, one, wrong)]),
    );
  };
  return { contract: texts("contract"), elsewhere: texts("elsewhere") };
}

function readIdentifiers(value: JsonObject, wrong: Wrong[]): Identifiers {
  const kinds = Object.keys(value).map((kind) => {
    const map = objectAt(value, kind, wrong);
    const names = Object.keys(map).map(
      (name) => [name, stringAt(map, name, wrong)] as const,
    );
    return [kind, Object.fromEntries(names)] as const;
  });
  return Object.fromEntries(kinds);
}

function objectAt(value: JsonObject, key: string, wrong: Wrong[]): JsonObject {
  const found = member(value, key);
  if (isJsonObject(found)) return found;
  wrong.push({ key, what: "is no object" });
  return {};
}

function stringAt(value: JsonObject, key: string, wrong: Wrong[]): string {
  const found = member(value, key);
  if (typeof found === "string") return found;
  wrong.push({ key, what: "is no string" });
  return "";
}

function stringsAt(
  value: JsonObject,
  key: string,
  wrong: Wrong[],
): readonly string[] {
  const found = member(value, key);
  if (Array.isArray(found) && found.every((one) => typeof one === "string")) {
    return found;
  }
  wrong.push({ key, what: "is no list of strings" });
  return [];
}

function hashesAt(value: JsonObject, key: string, wrong: Wrong[]): Hashes {
  const found = objectAt(value, key, wrong);
  const entries = Object.keys(found).map((path): [string, string] => {
    checkPath(path, path, wrong);
    return [path, stringAt(found, path, wrong)];
  });
  return new Map(entries);
}

function pathAt(value: JsonObject, key: string, wrong: Wrong[]): string {
  const path = stringAt(value, key, wrong);
  checkPath(path, key, wrong);
  return path;
}

/** A lock is a file like any other: a path in it must not reach out of its folder. */
function checkPath(path: string, key: string, wrong: Wrong[]): void {
  if (!isInnerPath(path)) wrong.push({ key, what: "leads out of the folder" });
}
