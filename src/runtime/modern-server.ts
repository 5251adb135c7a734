import { Refusal, refuse } from "./call.js";
import { levelOf } from "./context.js";
import {
  errorCode,
  isObject,
  type JsonObject,
  metaKey,
  tasksExtension,
} from "./json-rpc.js";
import type { ServerProfile } from "./profile.js";
import type { CacheHint, ServerCatalogue } from "./server-catalogue.js";
import type {
  Call,
  Caller,
  Dialect,
  Engine,
  EraServer,
  ServerEra,
} from "./server-engine.js";
import {
  answerCommon,
  capabilitiesOf,
  serialiseLists,
} from "./server-lists.js";

/**
 * The era without sessions: every request says in `_meta` which version it is of
 * and what the client can do (2026-07-28 basic, Statelessness).
 */
export const modernServer: ServerEra = { era: "modern", prepare };

function prepare(
  engine: Engine,
  profiles: readonly ServerProfile[],
): EraServer {
  const versions = profiles.map(({ version }) => version);
  const dialects = new Map(
    profiles.map((profile) => [
      profile.version,
      dialectOf(engine, profile, versions),
    ]),
  );
  const newest = [...dialects.values()].at(-1);
  if (newest === undefined) throw new Error("The modern era needs a profile");
  return {
    dialects,
    newest,
    admit: (method, params) => admit(dialects, newest, method, params),
  };
}

/** No request of this era follows resources: subscriptions do. */
const noUris = new Set<string>();

function admit(
  dialects: ReadonlyMap<string, Dialect>,
  newest: Dialect,
  method: string,
  params: JsonObject,
): Caller {
  const meta = params["_meta"];
  if (!isObject(meta) || meta[metaKey.protocolVersion] === undefined) {
    // A client of the older era can read nothing but the error, so it names the versions.
    if (method === "initialize")
      throw unsupported(dialects, newest, params["protocolVersion"]);
    throw badMeta(newest, `params._meta must have ${metaKey.protocolVersion}`);
  }
  const version = meta[metaKey.protocolVersion];
  if (typeof version !== "string")
    throw badMeta(newest, `${metaKey.protocolVersion} must be a string`);
  const dialect = dialects.get(version);
  const { requestMeta = [] } = (dialect ?? newest).profile;
  const missing = requestMeta.find((key) => meta[key] === undefined);
  if (missing !== undefined)
    throw badMeta(newest, `params._meta must have ${missing}`);
  const { [metaKey.clientCapabilities]: capabilities = {} } = meta;
  if (!isObject(capabilities))
    throw badMeta(newest, `${metaKey.clientCapabilities} must be an object`);
  if (dialect === undefined) throw unsupported(dialects, newest, version);
  const info = meta[metaKey.clientInfo];
  const wanted = meta[metaKey.logLevel];
  const level = levelOf(wanted);
  if (wanted !== undefined && level === undefined)
    throw badMeta(newest, `${metaKey.logLevel} is no log level`);
  return {
    dialect,
    client: { info: isObject(info) ? info : undefined, capabilities, version },
    level,
    uris: noUris,
    opened: true,
  };
}

function badMeta({ profile }: Dialect, message: string): Refusal {
  return new Refusal(errorCode.invalidParams, message, profile.envelopeStatus);
}

function unsupported(
  dialects: ReadonlyMap<string, Dialect>,
  { profile }: Dialect,
  asked: unknown,
): Refusal {
  // What is no string may be anything, at any depth.
  const requested = typeof asked === "string" ? asked : undefined;
  const data = { supported: [...dialects.keys()], requested };
  return refuse(
    profile,
    errorCode.unsupportedVersion,
    "Unsupported protocol version",
    data,
  );
}

function dialectOf(
  engine: Engine,
  profile: ServerProfile,
  versions: readonly string[],
): Dialect {
  const { catalogue } = engine;
  const always = catalogue.identify === "always";
  const lists = serialiseLists(catalogue, profile);
  const serverInfo: JsonObject = { [metaKey.serverInfo]: catalogue.info };
  const identity = always ? `,"_meta":${JSON.stringify(serverInfo)}` : "";
  const hints = hintsOf(catalogue, profile);
  const hintText = textOfHints(hints);
  const tasks = profile.tasks === "extension" ? engine.tasks : undefined;
  const kind = profile.resultType ? `"resultType":"complete",` : "";
  const discover = JSON.stringify({
    resultType: profile.resultType ? "complete" : undefined,
    supportedVersions: versions,
    capabilities: {
      ...capabilitiesOf(engine, profile, lists),
      ...(tasks ? { extensions: { [tasksExtension]: {} } } : undefined),
    },
    instructions: catalogue.instructions,
    ...hintMembers(hints.get("server/discover")),
    _meta: serverInfo,
  });
  const dialect: Dialect = {
    profile,
    answer(call: Call): string | Promise<string> {
      if (call.method === "server/discover") return discover;
      if (call.method === "subscriptions/listen" && engine.listen !== undefined)
        return engine.listen.listen(call);
      if (call.method.startsWith("tasks/") && tasks !== undefined)
        return tasks.answer(call);
      return answerCommon(call, dialect, lists);
    },
    result(method, members, meta): string {
      const all = always ? { ...serverInfo, ...meta } : meta;
      const own =
        meta === undefined ? identity : `,"_meta":${JSON.stringify(all)}`;
      return `{${kind}${members}${hintText.get(method) ?? ""}${own}}`;
    },
    object(method, result): string {
      const { resultType = "complete", _meta, ...members } = result;
      const meta = {
        ...(always ? serverInfo : undefined),
        ...(isObject(_meta) ? _meta : undefined),
      };
      return JSON.stringify({
        resultType: profile.resultType ? resultType : undefined,
        // An unfinished result must not be kept.
        ...(resultType === "complete"
          ? hintMembers(hints.get(method))
          : undefined),
        ...members,
        _meta: Object.keys(meta).length > 0 ? meta : undefined,
      });
    },
  };
  return dialect;
}

/** The hints of the methods whose results may be kept (server/utilities/caching). */
function hintsOf(
  { cache }: ServerCatalogue,
  profile: ServerProfile,
): Map<string, CacheHint> {
  const byMethod: readonly (readonly [string, CacheHint])[] = [
    ["server/discover", cache.discover],
    ["tools/list", cache.tools],
    ["prompts/list", cache.prompts],
    ["resources/list", cache.resources],
    ["resources/templates/list", cache.resourceTemplates],
    ["resources/read", cache.read],
  ];
  return new Map(
    byMethod.filter(([method]) => profile.cacheableMethods?.includes(method)),
  );
}

/** The hints as the text of members that follow others. */
function textOfHints(
  hints: ReadonlyMap<string, CacheHint>,
): ReadonlyMap<string, string> {
  return new Map(
    [...hints].map(([method, { ttlMs, scope }]) => [
      method,
      `,"ttlMs":${ttlMs},"cacheScope":${JSON.stringify(scope)}`,
    ]),
  );
}

function hintMembers(hint: CacheHint | undefined): JsonObject {
  return hint === undefined
    ? {}
    : { ttlMs: hint.ttlMs, cacheScope: hint.scope };
}
