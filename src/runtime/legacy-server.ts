import { levelOf } from "./context.js";
import { newSession } from "./inbound.js";
import { newsFor, OpenQuestions } from "./server-questions.js";
import { ProtocolError } from "./errors.js";
import { errorCode, isObject, type JsonObject } from "./json-rpc.js";
import type { ServerProfile } from "./profile.js";
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
 * The era of sessions: `initialize` agrees on the version, and what follows
 * builds on it (2025-11-25 basic/lifecycle).
 */
export const legacyServer: ServerEra = { era: "legacy", prepare };

function prepare(
  engine: Engine,
  profiles: readonly ServerProfile[],
): EraServer {
  const dialects = new Map(
    profiles.map((profile) => [profile.version, dialectOf(engine, profile)]),
  );
  const newest = [...dialects.values()].at(-1);
  if (newest === undefined) throw new Error("The legacy era needs a profile");
  return {
    dialects,
    newest,
    admit(method, params, session): Caller {
      // Who asks without `initialize` is served all the same, as a newest client that can do nothing.
      const caller = session ?? newSession(newest);
      if (method === "initialize") initialize(dialects, newest, params, caller);
      else if (method !== "ping") caller.opened = true;
      return caller;
    },
    notified(method, session): void {
      if (method === "notifications/initialized") session.opened = true;
    },
    questions: (nextId) => new OpenQuestions(nextId),
    news: newsFor,
  };
}

const none: JsonObject = {};

/** Thousands of sessions may remember what most clients say: nothing. */
function shared(capabilities: JsonObject): JsonObject {
  return Object.keys(capabilities).length === 0 ? none : capabilities;
}

/** Agrees on the version that was asked for, else on the newest of ours: there is no error for that (basic/lifecycle). */
function initialize(
  dialects: ReadonlyMap<string, Dialect>,
  newest: Dialect,
  params: JsonObject,
  caller: Caller,
): void {
  const { protocolVersion, clientInfo, capabilities } = params;
  if (typeof protocolVersion !== "string") {
    throw new ProtocolError(
      errorCode.invalidParams,
      "params.protocolVersion must be a string",
    );
  }
  caller.dialect = dialects.get(protocolVersion) ?? newest;
  caller.client = {
    info: isObject(clientInfo) ? clientInfo : undefined,
    capabilities: isObject(capabilities) ? shared(capabilities) : none,
    version: caller.dialect.profile.version,
  };
  caller.opened = false;
}

function dialectOf(engine: Engine, profile: ServerProfile): Dialect {
  const { catalogue } = engine;
  const lists = serialiseLists(catalogue, profile);
  const capabilities = capabilitiesOf(engine, profile, lists);
  const hello = JSON.stringify({
    protocolVersion: profile.version,
    capabilities,
    serverInfo: catalogue.info,
    instructions: catalogue.instructions,
  });
  const follows =
    isObject(capabilities["resources"]) &&
    capabilities["resources"]["subscribe"] === true;
  const dialect: Dialect = {
    profile,
    answer(call: Call): string | Promise<string> {
      switch (call.method) {
        case "initialize":
          return hello;
        case "ping":
          return "{}";
        case "logging/setLevel":
          if (capabilities["logging"] === undefined) break;
          return setLevel(call);
        case "resources/subscribe":
        case "resources/unsubscribe":
          if (!follows) break;
          return follow(call);
      }
      return answerCommon(call, dialect, lists);
    },
    result(_method, members, meta): string {
      return meta === undefined
        ? `{${members}}`
        : `{${members},"_meta":${JSON.stringify(meta)}}`;
    },
    object(_method, result): string {
      const {
        resultType: _resultType,
        ttlMs: _ttlMs,
        cacheScope: _cacheScope,
        ...members
      } = result;
      return JSON.stringify(members);
    },
  };
  return dialect;
}

function setLevel(call: Call): string {
  const level = levelOf(call.params["level"]);
  if (level === undefined)
    throw new ProtocolError(
      errorCode.invalidParams,
      "params.level is no log level",
    );
  call.caller.level = level;
  return "{}";
}

function follow(call: Call): string {
  const { uri } = call.params;
  if (typeof uri !== "string")
    throw new ProtocolError(
      errorCode.invalidParams,
      "params.uri must be a string",
    );
  const uris = new Set(call.caller.uris);
  if (call.method === "resources/subscribe") uris.add(uri);
  else uris.delete(uri);
  call.caller.uris = uris;
  return "{}";
}
