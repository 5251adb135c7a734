import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listVersions } from "../src/generator/protocol/read-protocols.js";
import { openConsumer, writeFiles } from "./support/consumer.js";
import { emitRuntime, emitValue, textOf } from "./support/emitted.js";
import { openTemporary } from "./support/temporary.js";
import { differences } from "./support/type-differences.js";
import { strictest } from "./support/type-check.js";

/**
 * The emitted protocol types against those that the official SDKs export. `from`
 * is the side whose values are not all values of the other; each entry of `at` is
 * followed by each of `paths`.
 */
type Expected = {
  readonly reason: string;
  readonly from: "ours" | "theirs";
  readonly at: string;
  readonly paths?: readonly string[];
};

const packages = {
  /** The specification's own TypeScript, as the first SDK carries it: 2025-11-25 on its way to what follows. */
  specification: "@modelcontextprotocol/sdk/spec.types.js",
  first: "@modelcontextprotocol/sdk/types.js",
  second: "@modelcontextprotocol/client",
};

/** What a version of the protocol says of an open object: `object` in TypeScript, an index signature in the schema. */
const openObjects = (elicitation: readonly string[]): readonly Expected[] => [
  {
    reason:
      "says `object` where we give an index signature, so values of ours are read without a cast",
    from: "theirs",
    at: "ClientCapabilities InitializeRequestParams.capabilities InitializeRequest.params.capabilities ClientRequest.params.capabilities",
    paths: [
      ...elicitation,
      ...[".experimental[*]", ".sampling.context", ".sampling.tools"],
      ...[".tasks.cancel", ".tasks.list"],
      ".tasks.requests.elicitation.create",
      ".tasks.requests.sampling.createMessage",
    ],
  },
  {
    reason: "says `object`, as above",
    from: "theirs",
    at: "ServerCapabilities InitializeResult.capabilities",
    paths: [
      ...[".completions", ".experimental[*]", ".logging"],
      ...[".tasks.cancel", ".tasks.list", ".tasks.requests.tools.call"],
    ],
  },
  {
    reason: "says `object`, as above",
    from: "theirs",
    at: "Tool ListToolsResult.tools[] CreateMessageRequest.params.tools[] CreateMessageRequestParams.tools[] ServerRequest.params.tools[]",
    paths: [".inputSchema.properties[*]", ".outputSchema.properties[*]"],
  },
  {
    reason: "says `object`, as above",
    from: "theirs",
    at: "CreateMessageRequest.params CreateMessageRequestParams ServerRequest.params",
    paths: [".metadata"],
  },
];

const splitSampling: Expected = {
  reason:
    "has a type of its own, CreateMessageResultWithTools, for results that use tools",
  from: "ours",
  at: "CreateMessageResult.content",
};

const sdkEnvelope = (
  requests: string,
  notifications: string,
): readonly Expected[] => [
  {
    reason: "leaves the envelope to the code that sends",
    from: "theirs",
    at: requests,
    paths: [".id missing", ".jsonrpc missing"],
  },
  {
    reason: "leaves the envelope to the code that sends",
    from: "theirs",
    at: notifications,
    paths: [".jsonrpc missing"],
  },
];

const listRequests =
  "ListPromptsRequest ListResourceTemplatesRequest ListResourcesRequest ListToolsRequest PaginatedRequest";
const modernRequests =
  "CallToolRequest CompleteRequest GetPromptRequest ReadResourceRequest SubscriptionsListenRequest";
const cacheable =
  "DiscoverResult ListPromptsResult ListResourceTemplatesResult ListResourcesResult ListToolsResult ReadResourceResult";
const withMeta = [modernRequests, listRequests, "DiscoverRequest ClientRequest"]
  .join(" ")
  .split(" ")
  .map((name) => `${name}.params`);

const comparisons: readonly {
  readonly version: string;
  readonly with: keyof typeof packages;
  /** How many definitions have the same name. */
  readonly count: number;
  /** Only whether values of ours are values of theirs. */
  readonly oneWay?: boolean;
  /** Same name, other thing. */
  readonly other?: string;
  readonly expected: readonly Expected[];
}[] = [
  {
    version: "2025-11-25",
    with: "specification",
    count: 145,
    expected: openObjects([".elicitation.form", ".elicitation.url"]),
  },
  {
    version: "2025-11-25",
    with: "first",
    count: 143,
    expected: [
      ...openObjects([".elicitation.url"]),
      splitSampling,
      ...sdkEnvelope(
        "CallToolRequest CancelTaskRequest ClientRequest CompleteRequest CreateMessageRequest ElicitRequest GetPromptRequest GetTaskPayloadRequest GetTaskRequest InitializeRequest ListPromptsRequest ListResourceTemplatesRequest ListResourcesRequest ListRootsRequest ListTasksRequest ListToolsRequest PaginatedRequest PingRequest ReadResourceRequest ServerRequest SetLevelRequest SubscribeRequest UnsubscribeRequest",
        "CancelledNotification ClientNotification ElicitationCompleteNotification InitializedNotification LoggingMessageNotification ProgressNotification PromptListChangedNotification ResourceListChangedNotification ResourceUpdatedNotification RootsListChangedNotification ServerNotification TaskStatusNotification ToolListChangedNotification",
      ),
      {
        reason:
          "splits the union by other kinds, and tasks are requests of both sides",
        from: "theirs",
        at: "ClientNotification ClientRequest ServerNotification ServerRequest",
      },
    ],
  },
  {
    version: "2026-07-28",
    with: "second",
    count: 135,
    other:
      "Protocol MissingRequiredClientCapabilityError UnsupportedProtocolVersionError",
    expected: [
      splitSampling,
      {
        reason: "has no tools in an answer, see CreateMessageResult",
        from: "ours",
        at: "InputResponse InputResponses[*]",
      },
      ...sdkEnvelope(
        `${modernRequests} ${listRequests} DiscoverRequest ClientRequest`,
        "CancelledNotification ClientNotification LoggingMessageNotification ProgressNotification PromptListChangedNotification ResourceListChangedNotification ResourceUpdatedNotification ServerNotification SubscriptionsAcknowledgedNotification ToolListChangedNotification",
      ),
      {
        reason:
          "serves both eras with one type, and only the modern one needs `_meta`",
        from: "theirs",
        at: `${withMeta.join(" ")} CallToolRequestParams CompleteRequestParams GetPromptRequestParams PaginatedRequestParams ReadResourceRequestParams RequestParams ResourceRequestParams SubscriptionsListenRequestParams`,
        paths: [
          "._meta optional",
          "._meta.io.modelcontextprotocol/clientCapabilities missing",
          "._meta.io.modelcontextprotocol/protocolVersion missing",
        ],
      },
      {
        reason: "fills these in when it sends",
        from: "theirs",
        at: "RequestMetaObject",
        paths: [
          ".io.modelcontextprotocol/clientCapabilities missing",
          ".io.modelcontextprotocol/protocolVersion missing",
        ],
      },
      {
        reason:
          "serves both eras with one type, and `params` holds nothing else",
        from: "theirs",
        at: `${listRequests} DiscoverRequest ClientRequest ClientNotification`,
        paths: [".params optional"],
      },
      {
        reason:
          "gives notifications the `_meta` of requests, which shares no member with theirs",
        from: "theirs",
        at: "CancelledNotification.params CancelledNotificationParams ClientNotification.params ClientRequest.params LoggingMessageNotification.params LoggingMessageNotificationParams NotificationParams ProgressNotification.params ProgressNotificationParams PromptListChangedNotification.params ResourceListChangedNotification.params ResourceUpdatedNotification.params ResourceUpdatedNotificationParams ServerNotification.params SubscriptionsAcknowledgedNotification.params SubscriptionsAcknowledgedNotificationParams ToolListChangedNotification.params",
        paths: ["._meta"],
      },
      {
        reason: "takes it from 2025-11-25, where it may be left out for a task",
        from: "theirs",
        at: "CancelledNotification.params CancelledNotificationParams ClientNotification.params ServerNotification.params",
        paths: [".requestId optional"],
      },
      {
        reason: "reads and writes it apart from the result",
        from: "theirs",
        at: `${cacheable} CallToolResult ClientResult CompleteResult EmptyResult GetPromptResult JSONRPCResultResponse.result PaginatedResult Result SubscriptionsListenResult`,
        paths: [".resultType missing"],
      },
      {
        reason:
          "takes the result type from the schema's prose; the schema says any string",
        from: "ours",
        at: "InputRequiredResult.resultType",
      },
      {
        reason: "fills these in when it sends",
        from: "theirs",
        at: cacheable,
        paths: [".ttlMs missing", ".cacheScope missing"],
      },
      {
        reason: "takes it from 2025-11-25, which needs it",
        from: "ours",
        at: "ElicitRequest.params ElicitRequestParams ElicitRequestURLParams InputRequest.params InputRequests[*].params InputRequiredResult.inputRequests[*].params",
        paths: [".elicitationId missing"],
      },
      {
        reason: "has the messages of all versions in one union",
        from: "theirs",
        at: "ClientNotification ClientNotification.method ClientNotification.params ClientRequest ClientRequest.params ClientResult JSONRPCMessage JSONRPCResponse ServerNotification ServerNotification.params ServerResult",
      },
      {
        reason: "has the notifications of all versions in one union",
        from: "theirs",
        at: "ClientNotification.params",
        paths: [".requestId missing"],
      },
    ],
  },
  // The first SDK has one set of types for all its versions: it must take what an older one says.
  {
    version: "2024-11-05",
    with: "first",
    oneWay: true,
    count: 78,
    expected: [],
  },
  {
    version: "2025-03-26",
    with: "first",
    oneWay: true,
    count: 81,
    expected: [
      {
        reason: "does without the batches that only this version has",
        from: "ours",
        at: "JSONRPCMessage",
      },
    ],
  },
  {
    version: "2025-06-18",
    with: "first",
    oneWay: true,
    count: 91,
    expected: [],
  },
];

let program: ts.Program;
let folder = "";
let remove = async (): Promise<void> => {};

beforeAll(async () => {
  const opened = await openTemporary("types");
  ({ path: folder, remove } = opened);
  const links = ["@types", "@modelcontextprotocol"];
  await mkdir(folder, { recursive: true });
  await openConsumer(folder, links);
  const files: { [path: string]: string } = {};
  for (const { version } of listVersions()) {
    const emitted = await emitValue({
      server: { name: `v${version}`, version: "1.0.0" },
      protocol: { versions: [version] },
      tools: [{ name: "any", inputSchema: { type: "object" } }],
    });
    expect(emitted.diagnostics).toEqual([]);
    files[moduleOf(version)] = textOf(emitted.files, "/protocol.ts");
    for (const { path, text } of await emitRuntime([emitted]))
      files[path] = text;
  }
  await writeFiles(folder, {
    ...files,
    "theirs.ts": Object.entries(packages)
      .map(([name, from]) => `export * as ${name} from "${from}";\n`)
      .join(""),
  });
  program = ts.createProgram(
    ["theirs.ts", ...listVersions().map((one) => moduleOf(one.version))].map(
      (path) => join(folder, path),
    ),
    // The SDKs say `?:` alone where we say `| undefined` too.
    { ...strictest, exactOptionalPropertyTypes: false },
  );
});

afterAll(async () => remove());

const moduleOf = (version: string): string => `out/v${version}/protocol.ts`;

function exportedTypes(module: ts.Symbol): ReadonlyMap<string, ts.Type> {
  const checker = program.getTypeChecker();
  const symbols = checker.getExportsOfModule(module).map((symbol) => {
    const alias = (symbol.flags & ts.SymbolFlags.Alias) !== 0;
    const target = alias ? checker.getAliasedSymbol(symbol) : symbol;
    return [symbol.name, target] as const;
  });
  return new Map(
    symbols
      .filter(([, { flags }]) => (flags & ts.SymbolFlags.Type) !== 0)
      .map(([name, symbol]) => [name, checker.getDeclaredTypeOfSymbol(symbol)]),
  );
}

function moduleSymbol(path: string): ts.Symbol {
  const source = program.getSourceFile(join(folder, path))!;
  return program.getTypeChecker().getSymbolAtLocation(source)!;
}

function theirTypes(name: string): ReadonlyMap<string, ts.Type> {
  const checker = program.getTypeChecker();
  const found = checker
    .getExportsOfModule(moduleSymbol("theirs.ts"))
    .find((symbol) => symbol.name === name)!;
  return exportedTypes(checker.getAliasedSymbol(found));
}

it("is one program that compiles", () => {
  expect(
    ts
      .getPreEmitDiagnostics(program)
      .map(({ messageText }) =>
        ts.flattenDiagnosticMessageText(messageText, "\n"),
      ),
  ).toEqual([]);
});

describe("the emitted protocol types and those of the official SDKs", () => {
  it.each(comparisons)(
    "$version and $with differ as is written down",
    ({ version, with: name, count, other = "", oneWay, expected }) => {
      const checker = program.getTypeChecker();
      const ours = exportedTypes(moduleSymbol(moduleOf(version)));
      const theirs = theirTypes(name);
      const shared = [...ours].flatMap(([definition, type]) => {
        const official = theirs.get(definition);
        if (official === undefined || other.split(" ").includes(definition))
          return [];
        return [{ definition, type, official }];
      });
      const found = shared.flatMap(({ definition, type, official }) => [
        ...differences(checker, type, official, definition).map(
          (path) => `ours: ${path}`,
        ),
        ...(oneWay
          ? []
          : differences(checker, official, type, definition).map(
              (path) => `theirs: ${path}`,
            )),
      ]);
      expect(found.sort()).toEqual(expected.flatMap(written).sort());
      expect(shared).toHaveLength(count);
    },
  );
});

function written({ from, at, paths = [""] }: Expected): readonly string[] {
  return at
    .split(" ")
    .flatMap((place) => paths.map((path) => `${from}: ${place}${path}`));
}
