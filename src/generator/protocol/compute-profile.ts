import type {
  OutputKind,
  Profile,
  ProfileErrorCodes,
  SchemaFacts,
  WireFacts,
} from "../../runtime/profile.js";
import { byCodeUnit, type JsonObject, member } from "../json.js";
import { codeOf } from "./error-codes.js";
import type {
  Definitions,
  ProtocolMessage,
  ProtocolMethods,
} from "./protocol.js";
import {
  alternativesOf,
  constOf,
  objectAt,
  propertyOf,
  refName,
  requiredOf,
  resolve,
  schemasAt,
} from "./schema-view.js";

/** Joins what the schema says with what only the text of the specification says. */
export function computeProfile(
  version: string,
  era: Profile["era"],
  definitions: Definitions,
  methods: ProtocolMethods,
  wire: WireFacts,
): Profile {
  return {
    version,
    era,
    ...methodFacts(definitions, methods),
    ...capabilityFacts(definitions),
    ...messageFacts(definitions, methods),
    ...toolFacts(definitions),
    ...elicitationFacts(definitions, methods),
    ...wire,
  };
}

type Some<Key extends keyof SchemaFacts> = Pick<SchemaFacts, Key>;

function methodFacts(
  definitions: Definitions,
  methods: ProtocolMethods,
): Some<
  | "methods"
  | "serverAsks"
  | "inputRequiredMethods"
  | "cacheableMethods"
  | "logLevel"
  | "changes"
  | "tasks"
> {
  const sent = new Set(methods.clientRequests.map((one) => one.method));
  const asksForInput = (result: string): boolean => {
    const carried = propertyOf(definitions.get(`${result}Response`), "result");
    return schemasAt(carried, "anyOf").some(
      (one) => refName(one) === "InputRequiredResult",
    );
  };
  const results = methods.clientRequests;
  return {
    methods: {
      clientRequests: methodNames(methods.clientRequests),
      serverRequests: methodNames(methods.serverRequests),
      clientNotifications: methodNames(methods.clientNotifications),
      serverNotifications: methodNames(methods.serverNotifications),
    },
    serverAsks: definitions.has("InputRequest") ? "inputRequests" : "requests",
    inputRequiredMethods: methodNames(
      results.filter((one) => asksForInput(one.result)),
    ),
    cacheableMethods: methodNames(
      results.filter((one) =>
        requiredOf(definitions.get(one.result)).includes("ttlMs"),
      ),
    ),
    logLevel: sent.has("logging/setLevel") ? "session" : "request",
    changes: sent.has("subscriptions/listen") ? "listen" : "session",
    tasks: sent.has("tasks/get")
      ? "core"
      : propertyOf(definitions.get("ClientCapabilities"), "extensions") ===
          undefined
        ? "none"
        : "extension",
  };
}

function methodNames(messages: readonly ProtocolMessage[]): readonly string[] {
  return messages.map((one) => one.method);
}

function capabilityFacts(
  definitions: Definitions,
): Some<"clientCapabilities" | "serverCapabilities"> {
  const paths = (name: string): readonly string[] =>
    pathsOf(definitions.get(name), "").sort(byCodeUnit);
  return {
    clientCapabilities: paths("ClientCapabilities"),
    serverCapabilities: paths("ServerCapabilities"),
  };
}

function pathsOf(schema: JsonObject | undefined, prefix: string): string[] {
  const properties = objectAt(schema, "properties") ?? {};
  return Object.keys(properties).flatMap((name) => [
    prefix + name,
    ...pathsOf(objectAt(properties, name), `${prefix}${name}.`),
  ]);
}

function messageFacts(
  definitions: Definitions,
  methods: ProtocolMethods,
): Some<
  | "requestMeta"
  | "resultType"
  | "progressMessage"
  | "completionContext"
  | "samplingTools"
  | "samplingContentList"
  | "errorCodes"
> {
  const sampled = propertyOf(definitions.get("SamplingMessage"), "content");
  return {
    requestMeta: requiredOf(definitions.get("RequestMetaObject")),
    resultType: has(definitions.get("Result"), "resultType"),
    progressMessage: has(
      paramsOf(
        definitions,
        methods.serverNotifications,
        "notifications/progress",
      ),
      "message",
    ),
    completionContext: has(
      paramsOf(definitions, methods.clientRequests, "completion/complete"),
      "context",
    ),
    samplingTools: has(
      paramsOf(definitions, methods.serverRequests, "sampling/createMessage"),
      "tools",
    ),
    samplingContentList: schemasAt(sampled, "anyOf").some(
      (one) => member(one, "type") === "array",
    ),
    errorCodes: errorCodes(definitions),
  };
}

function has(schema: JsonObject | undefined, property: string): boolean {
  return propertyOf(schema, property) !== undefined;
}

function paramsOf(
  definitions: Definitions,
  messages: readonly ProtocolMessage[],
  method: string,
): JsonObject | undefined {
  return resolve(
    definitions,
    messages.find((one) => one.method === method)?.params,
  );
}

function errorCodes(definitions: Definitions): ProfileErrorCodes {
  return {
    headerMismatch: codeOf(definitions.get("HeaderMismatchError")) ?? null,
    missingClientCapability:
      codeOf(definitions.get("MissingRequiredClientCapabilityError")) ?? null,
    unsupportedVersion:
      codeOf(definitions.get("UnsupportedProtocolVersionError")) ?? null,
    urlElicitationRequired:
      codeOf(definitions.get("URLElicitationRequiredError")) ?? null,
  };
}

function toolFacts(
  definitions: Definitions,
): Some<
  | "structuredContent"
  | "outputSchema"
  | "contentTypes"
  | "toolAnnotations"
  | "toolExecution"
  | "titles"
  | "icons"
> {
  const tool = definitions.get("Tool");
  const result = definitions.get("CallToolResult");
  const structured = propertyOf(result, "structuredContent");
  const output = propertyOf(tool, "outputSchema");
  const block = objectAt(propertyOf(result, "content"), "items");
  return {
    structuredContent: outputKind(structured, structured?.["type"]),
    outputSchema: outputKind(output, constOf(propertyOf(output, "type"))),
    contentTypes: alternativesOf(definitions, block)
      .map((one) => constOf(propertyOf(one, "type")))
      .filter((type) => typeof type === "string"),
    toolAnnotations: has(tool, "annotations"),
    toolExecution: has(tool, "execution"),
    titles: has(tool, "title"),
    icons: has(tool, "icons"),
  };
}

function outputKind(schema: JsonObject | undefined, type: unknown): OutputKind {
  if (schema === undefined) return "none";
  return type === "object" ? "object" : "any";
}

function elicitationFacts(
  definitions: Definitions,
  methods: ProtocolMethods,
): Some<"elicitationModes" | "elicitationMode" | "elicitationId"> {
  const params = methods.serverRequests.find(
    (one) => one.method === "elicitation/create",
  )?.params;
  const kinds = alternativesOf(definitions, params);
  const modes = kinds.map(
    (kind) => constOf(propertyOf(kind, "mode")) ?? "form",
  );
  return {
    elicitationModes: (["form", "url"] as const).filter((mode) =>
      modes.includes(mode),
    ),
    elicitationMode: kinds.some((kind) => has(kind, "mode")),
    elicitationId: kinds.some((kind) => has(kind, "elicitationId")),
  };
}
