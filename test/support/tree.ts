import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** Every file below a folder with its text, by path with slashes; folders that hold nothing end with one. */
export function readTree(folder: string): { [path: string]: string } {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const entries = names.flatMap((name): [string, string][] => {
    const path = join(folder, name);
    const key = name.replaceAll("\\", "/");
    if (statSync(path).isFile()) return [[key, readFileSync(path, "utf8")]];
    return readdirSync(path).length === 0 ? [[`${key}/`, ""]] : [];
  });
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}
