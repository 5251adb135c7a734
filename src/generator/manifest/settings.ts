import type { ManifestSource, Server } from "./manifest-source.js";
import {
  features,
  type CacheHint,
  type Manifest,
  type Validation,
} from "./manifest.js";

/** Everything of a manifest but its name, versions and entries. */
export type Settings = Omit<
  Manifest,
  | "file"
  | "versions"
  | "elicitations"
  | "tools"
  | "prompts"
  | "resources"
  | "resourceTemplates"
>;

/** Fills in the defaults. Lists that are sets come in an order of ours. */
export function normalizeSettings(source: Partial<ManifestSource>): Settings {
  const server = normalizeServer(source.server ?? {});
  const emit = new Set(source.emit ?? ["client", "server", "main"]);
  const transports = new Set(source.transports ?? ["stdio", "http"]);
  const wanted = new Set(source.features ?? []);
  const changed = source.listChanged ?? {};
  return {
    server,
    emit: {
      // A host is made of clients.
      client: emit.has("client") || emit.has("host"),
      server: emit.has("server"),
      main: emit.has("main"),
      host: emit.has("host"),
    },
    transports: (["stdio", "http"] as const).filter((one) =>
      transports.has(one),
    ),
    out: tidyPath(source.out ?? "out"),
    handlers: tidyPath(source.handlers ?? `handlers/${server.name}`),
    features: features.filter((one) => wanted.has(one)),
    cache: normalizeCache(source.cache ?? {}),
    listChanged: {
      tools: changed.tools ?? false,
      prompts: changed.prompts ?? false,
      resources: changed.resources ?? false,
    },
    ...(source.pageSize !== undefined && { pageSize: source.pageSize }),
    validate: normalizeValidate(source.validate ?? "error"),
    formats: source.formats ?? "annotation",
    importExtension: source.importExtension ?? "js",
    format: source.format ?? "none",
    ...(source.auth !== undefined && { auth: source.auth }),
  };
}

function normalizeServer(server: Partial<Server>): Settings["server"] {
  const { title, instructions } = server;
  return {
    name: server.name ?? "",
    version: server.version ?? "",
    ...(title !== undefined && { title }),
    ...(instructions !== undefined && { instructions }),
    identify: server.identify ?? "always",
  };
}

/** A relative path without `.` parts and without a slash at its end. */
function tidyPath(path: string): string {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    const above = parts.at(-1);
    if (part === ".." && above !== undefined && above !== "..") parts.pop();
    else parts.push(part);
  }
  return parts.join("/") || ".";
}

function normalizeCache(
  cache: NonNullable<ManifestSource["cache"]>,
): Settings["cache"] {
  const hint = (list: keyof Settings["cache"]): CacheHint => ({
    ttlMs: cache[list]?.ttlMs ?? 0,
    scope: cache[list]?.scope ?? "private",
  });
  return {
    discover: hint("discover"),
    tools: hint("tools"),
    prompts: hint("prompts"),
    resources: hint("resources"),
    resourceTemplates: hint("resourceTemplates"),
    read: hint("read"),
  };
}

function normalizeValidate(
  validate: NonNullable<ManifestSource["validate"]>,
): Settings["validate"] {
  const side = (name: "client" | "server") => {
    const given = typeof validate === "string" ? validate : validate[name];
    const end = (which: "input" | "output"): Validation =>
      (typeof given === "string" ? given : given?.[which]) ?? "error";
    return { input: end("input"), output: end("output") };
  };
  return { client: side("client"), server: side("server") };
}
